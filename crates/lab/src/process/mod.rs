//! Engine processes under a watchdog.
//!
//! A [`Process`] is started in a process group of its own, written to and read
//! from without extra threads (one `poll` over its output, its error output and
//! a deadline), and ended for sure: asked, then killed with its whole group.
//! Its error output is always drained, and the last lines of it are kept for
//! messages.

use crate::player::{Fault, FaultKind};
use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::io::Errno;
use std::collections::{BTreeSet, VecDeque};
use std::io::{Read, Write};
use std::os::unix::process::{CommandExt, ExitStatusExt};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStderr, ChildStdin, ChildStdout, Command, ExitStatus, Stdio};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

/// How a program is started.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Launch {
    /// The program.
    pub path: PathBuf,
    /// Its arguments.
    pub args: Vec<String>,
    /// Its working folder; ours if none.
    pub cwd: Option<PathBuf>,
}

/// The process groups of the programs that run now. Global, as groups are a thing of the whole
/// process: a signal that ends us does not reach them.
static LIVE: Mutex<BTreeSet<u32>> = Mutex::new(BTreeSet::new());

fn kill_group(group: u32) {
    if let Some(pid) = rustix::process::Pid::from_raw(group as i32) {
        let _ = rustix::process::kill_process_group(pid, rustix::process::Signal::KILL);
    }
}

/// Kills every program that runs, with its group: for the end of our own process by a signal.
pub fn kill_all() {
    let live = LIVE.lock().unwrap_or_else(PoisonError::into_inner);
    live.iter().copied().for_each(kill_group);
}

/// Lines of error output that are kept for messages.
const KEPT: usize = 8;
/// A longer line is garbage.
const LONGEST_LINE: usize = 1 << 20;

/// A running program.
pub struct Process {
    child: Child,
    stdin: Option<ChildStdin>,
    stdout: ChildStdout,
    stderr: Option<ChildStderr>,
    pending: Vec<u8>,
    scanned: usize,
    errors: VecDeque<String>,
    error_line: Vec<u8>,
    open: bool,
}

fn nonblocking(fd: impl std::os::fd::AsFd) -> std::io::Result<()> {
    let flags = rustix::fs::fcntl_getfl(&fd)?;
    rustix::fs::fcntl_setfl(&fd, flags | rustix::fs::OFlags::NONBLOCK)?;
    Ok(())
}

impl Process {
    /// Starts a program.
    pub fn start(launch: &Launch) -> Result<Process, Fault> {
        let fail = |e: std::io::Error| {
            Fault::new(FaultKind::Crash, format!("{} does not start: {e}", launch.path.display()))
        };
        let mut command = Command::new(program(&launch.path, launch.cwd.as_deref()));
        command
            .args(&launch.args)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .process_group(0);
        if let Some(cwd) = &launch.cwd {
            command.current_dir(cwd);
        }
        let mut child = {
            // Started and noted in one step, so that `kill_all` misses none.
            let mut live = LIVE.lock().unwrap_or_else(PoisonError::into_inner);
            let child = command.spawn().map_err(fail)?;
            live.insert(child.id());
            child
        };
        let (stdin, stdout, stderr) =
            (child.stdin.take(), child.stdout.take(), child.stderr.take());
        let Some(stdout) = stdout else {
            LIVE.lock().unwrap_or_else(PoisonError::into_inner).remove(&child.id());
            return Err(Fault::new(FaultKind::Crash, "the program has no output"));
        };
        let process = Process {
            child,
            stdin,
            stdout,
            stderr,
            pending: Vec::new(),
            scanned: 0,
            errors: VecDeque::new(),
            error_line: Vec::new(),
            open: true,
        };
        nonblocking(&process.stdout).map_err(fail)?;
        if let Some(e) = &process.stderr {
            nonblocking(e).map_err(fail)?;
        }
        if let Some(i) = &process.stdin {
            nonblocking(i).map_err(fail)?;
        }
        Ok(process)
    }

    /// The process id.
    pub fn id(&self) -> u32 {
        self.child.id()
    }

    /// Writes a line. A program that does not read stalls after `patience`.
    pub fn send(&mut self, line: &str, patience: Duration) -> Result<(), Fault> {
        let mut bytes = Vec::with_capacity(line.len() + 1);
        bytes.extend_from_slice(line.as_bytes());
        bytes.push(b'\n');
        let deadline = Instant::now() + patience;
        let mut at = 0;
        while at < bytes.len() {
            let Some(stdin) = &mut self.stdin else { return Err(self.gone()) };
            match stdin.write(&bytes[at..]) {
                Ok(n) => at += n,
                Err(e) if e.kind() == std::io::ErrorKind::WouldBlock => {
                    if !self.wait(deadline, true)? {
                        let what = format!("it does not read {:?}", clip(line));
                        return Err(Fault::new(FaultKind::Stall, self.told(what)));
                    }
                }
                Err(e) if e.kind() == std::io::ErrorKind::Interrupted => {}
                Err(_) => return Err(self.gone()),
            }
        }
        Ok(())
    }

    /// The next line of output, without its end (LF, or CR LF). `Ok(None)` when
    /// the deadline passes first.
    pub fn line(&mut self, deadline: Instant) -> Result<Option<String>, Fault> {
        loop {
            if let Some(k) = self.pending[self.scanned..].iter().position(|b| *b == b'\n') {
                let end = self.scanned + k;
                let mut line: Vec<u8> = self.pending.drain(..=end).collect();
                self.scanned = 0;
                line.pop();
                if line.last() == Some(&b'\r') {
                    line.pop();
                }
                return Ok(Some(String::from_utf8_lossy(&line).into_owned()));
            }
            self.scanned = self.pending.len();
            if self.scanned > LONGEST_LINE {
                return Err(Fault::new(FaultKind::Garbage, "a line without an end"));
            }
            if !self.open {
                if !self.pending.is_empty() {
                    // The last words of a program that ended without a line end.
                    let rest = std::mem::take(&mut self.pending);
                    self.scanned = 0;
                    return Ok(Some(String::from_utf8_lossy(&rest).into_owned()));
                }
                return Err(self.gone());
            }
            if !self.wait(deadline, false)? {
                return Ok(None);
            }
        }
    }

    /// Waits until something can be read (or written, if `writing`), draining
    /// what comes. `false` when the deadline passes.
    fn wait(&mut self, deadline: Instant, writing: bool) -> Result<bool, Fault> {
        loop {
            let left = deadline.saturating_duration_since(Instant::now());
            let timeout = Timespec {
                tv_sec: left.as_secs().min(1 << 30) as i64,
                tv_nsec: i64::from(left.subsec_nanos()),
            };
            let mut fds = Vec::with_capacity(3);
            if self.open {
                fds.push(PollFd::new(&self.stdout, PollFlags::IN));
            }
            if let Some(e) = &self.stderr {
                fds.push(PollFd::new(e, PollFlags::IN));
            }
            if let (true, Some(i)) = (writing, &self.stdin) {
                fds.push(PollFd::new(i, PollFlags::OUT));
            }
            let ready = match poll(&mut fds, Some(&timeout)) {
                Ok(n) => n,
                Err(Errno::INTR) => continue,
                Err(e) => return Err(Fault::new(FaultKind::Crash, format!("poll: {e}"))),
            };
            let writable = writing && fds.last().is_some_and(|f| !f.revents().is_empty());
            drop(fds);
            if ready == 0 {
                return Ok(false);
            }
            let before = self.pending.len();
            let was_open = self.open;
            self.drain_errors();
            self.drain_output();
            if writable || (!writing && (self.pending.len() > before || was_open != self.open)) {
                return Ok(true);
            }
        }
    }

    fn drain_output(&mut self) {
        let mut buffer = [0u8; 16 << 10];
        while self.open {
            match self.stdout.read(&mut buffer) {
                Ok(0) => self.open = false,
                Ok(n) => {
                    self.pending.extend_from_slice(&buffer[..n]);
                    if n < buffer.len() {
                        break;
                    }
                }
                Err(e) if e.kind() == std::io::ErrorKind::Interrupted => {}
                Err(e) if e.kind() == std::io::ErrorKind::WouldBlock => break,
                Err(_) => self.open = false,
            }
        }
    }

    fn drain_errors(&mut self) {
        let mut buffer = [0u8; 16 << 10];
        while let Some(stderr) = &mut self.stderr {
            match stderr.read(&mut buffer) {
                Ok(0) => self.stderr = None,
                Ok(n) => {
                    for &b in &buffer[..n] {
                        if b != b'\n' {
                            // The rest of an endless line is not kept.
                            if self.error_line.len() < 500 {
                                self.error_line.push(b);
                            }
                            continue;
                        }
                        if self.errors.len() == KEPT {
                            self.errors.pop_front();
                        }
                        let line = String::from_utf8_lossy(&self.error_line).into_owned();
                        self.errors.push_back(line);
                        self.error_line.clear();
                    }
                    if n < buffer.len() {
                        break;
                    }
                }
                Err(e) if e.kind() == std::io::ErrorKind::Interrupted => {}
                Err(e) if e.kind() == std::io::ErrorKind::WouldBlock => break,
                Err(_) => self.stderr = None,
            }
        }
    }

    /// What to say of a program whose output has ended: crash or disconnect.
    fn gone(&mut self) -> Fault {
        let deadline = Instant::now() + Duration::from_millis(500);
        let mut status = None;
        while status.is_none() && Instant::now() < deadline {
            self.drain_errors();
            match self.child.try_wait() {
                Ok(Some(s)) => status = Some(s),
                Ok(None) => std::thread::sleep(Duration::from_millis(2)),
                Err(_) => break,
            }
        }
        self.drain_errors();
        let (kind, what) = ended(status);
        Fault::new(kind, self.told(what))
    }

    /// A message with the last lines of the error output.
    pub fn told(&self, what: String) -> String {
        let said: Vec<&str> =
            self.errors.iter().map(|s| s.trim()).filter(|s| !s.is_empty()).collect();
        if said.is_empty() { what } else { format!("{what}; it said: {}", said.join(" | ")) }
    }

    /// Ends the program: says `farewell`, closes its input, waits up to
    /// `patience`, then kills its whole group.
    pub fn end(mut self, farewell: Option<&str>, patience: Duration) {
        if let Some(text) = farewell {
            let _ = self.send(text, patience.min(Duration::from_millis(50)));
        }
        self.stdin = None;
        let deadline = Instant::now() + patience;
        while Instant::now() < deadline {
            self.drain_output();
            self.drain_errors();
            self.pending.clear();
            match self.child.try_wait() {
                Ok(None) => std::thread::sleep(Duration::from_millis(1)),
                _ => break,
            }
        }
        // Dropping it does the rest.
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        self.stdin = None;
        // The group too: an engine may have children of its own. If the child
        // has been waited for, its id may be another's only after the group is
        // empty, and then the group does not exist.
        kill_group(self.child.id());
        let _ = self.child.kill();
        let _ = self.child.wait();
        LIVE.lock().unwrap_or_else(PoisonError::into_inner).remove(&self.child.id());
    }
}

/// A path with a separator is taken from our folder, not from `cwd`.
fn program(path: &Path, cwd: Option<&Path>) -> PathBuf {
    if cwd.is_some()
        && path.is_relative()
        && path.components().count() > 1
        && let Ok(full) = std::path::absolute(path)
    {
        return full;
    }
    path.to_path_buf()
}

fn ended(status: Option<ExitStatus>) -> (FaultKind, String) {
    match status {
        None => (FaultKind::Disconnect, "it closed its output and lives on".into()),
        Some(s) if s.success() => (FaultKind::Disconnect, "it ended without an error".into()),
        Some(s) => match s.signal() {
            Some(n) => (FaultKind::Crash, format!("it was ended by signal {n}")),
            None => (FaultKind::Crash, format!("it ended with code {}", s.code().unwrap_or(-1))),
        },
    }
}

fn clip(text: &str) -> String {
    text.chars().take(60).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shell(script: &str) -> Process {
        Process::start(&Launch {
            path: "/bin/sh".into(),
            args: vec!["-c".into(), script.into()],
            cwd: None,
        })
        .unwrap()
    }

    fn soon() -> Instant {
        Instant::now() + Duration::from_secs(20)
    }

    #[test]
    fn lines_arrive_whole_and_without_their_ends() {
        let mut p = shell("printf 'one\\r\\ntw'; sleep 0.05; printf 'o\\n\\nlast'");
        for want in ["one", "two", "", "last"] {
            assert_eq!(p.line(soon()).unwrap().as_deref(), Some(want));
        }
        assert_eq!(p.line(soon()).unwrap_err().kind, FaultKind::Disconnect);
    }

    #[test]
    fn the_ways_to_go_are_told_apart() {
        let kind = |script: &str| shell(script).line(soon()).unwrap_err();
        assert_eq!(kind("exit 0").kind, FaultKind::Disconnect);
        let crash = kind("echo oops >&2; exit 3");
        assert_eq!(crash.kind, FaultKind::Crash);
        assert_eq!(crash.detail, "it ended with code 3; it said: oops");
        assert!(kind("kill -SEGV $$").detail.contains("signal 11"));
        assert_eq!(kind("exec >&-; sleep 5").kind, FaultKind::Disconnect);
        let mut silent = shell("sleep 5");
        let soon = Instant::now() + Duration::from_millis(30);
        assert_eq!(silent.line(soon).unwrap(), None);
    }

    #[test]
    fn a_flood_of_errors_does_not_block_the_program() {
        let mut p = shell(
            "i=0; while [ $i -lt 3000 ]; do echo 'a long line of complaints, again and again' >&2; \
             i=$((i+1)); done; echo done",
        );
        assert_eq!(p.line(soon()).unwrap().as_deref(), Some("done"));
    }

    #[test]
    fn a_program_that_never_reads_stalls_the_writer_not_the_run() {
        let mut p = shell("sleep 5");
        let long = "x".repeat(1 << 20);
        let e = p.send(&long, Duration::from_millis(50)).unwrap_err();
        assert_eq!(e.kind, FaultKind::Stall);
    }

    #[test]
    fn the_end_takes_grandchildren_along() {
        let mut p = shell("sleep 300 & echo $!; wait");
        let grandchild = p.line(soon()).unwrap().unwrap();
        p.end(Some("quit"), Duration::from_millis(20));
        let path = PathBuf::from(format!("/proc/{}/stat", grandchild.trim()));
        let until = soon();
        loop {
            // Gone, or a zombie that init has yet to collect.
            match std::fs::read_to_string(&path) {
                Ok(s) if !s.contains(") Z ") && Instant::now() < until => {
                    std::thread::sleep(Duration::from_millis(5));
                }
                Ok(s) => {
                    assert!(s.contains(") Z "), "{s}");
                    break;
                }
                Err(_) => break,
            }
        }
    }

    #[test]
    fn a_missing_program_is_one_clear_error() {
        let launch = Launch { path: "/no/such/engine".into(), args: vec![], cwd: None };
        let e = Process::start(&launch).err().unwrap();
        assert!(e.detail.contains("/no/such/engine does not start"), "{e}");
    }
}
