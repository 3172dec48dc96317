//! The short forms of contenders: `uci:PATH,nodes=1000,option.Hash=16`.

use super::{Contender, ContenderError, Kind};

const FORMS: &str = "builtin[:...], ruler:NAME, uci:PATH, gtp:PATH, cdc:PATH, json:PATH \
                     or a name from the contenders file";
const KEYS: &str = "nodes, time-ms, depth, threads, grace-ms, stall-ms, params, dialect, cwd, \
                    args or option.NAME";

/// Splits at commas outside double quotes; inside quotes `\` keeps the next sign.
fn split(text: &str, at: char) -> Vec<String> {
    let mut parts = vec![String::new()];
    let (mut quoted, mut kept) = (false, false);
    for c in text.chars() {
        if kept {
            kept = false;
        } else if quoted && c == '\\' {
            kept = true;
        } else if c == '"' {
            quoted = !quoted;
        } else if c == at && !quoted {
            parts.push(String::new());
            continue;
        }
        if let Some(last) = parts.last_mut() {
            last.push(c);
        }
    }
    parts
}

/// Takes the quotes away.
fn plain(text: &str) -> String {
    let mut out = String::new();
    let (mut quoted, mut kept) = (false, false);
    for c in text.chars() {
        if kept {
            kept = false;
            out.push(c);
        } else if quoted && c == '\\' {
            kept = true;
        } else if c == '"' {
            quoted = !quoted;
        } else {
            out.push(c);
        }
    }
    out
}

/// Puts quotes around what would be read as something else.
fn quote(text: &str) -> String {
    if text.is_empty() || text.contains([',', '"', '\\', ' ', ':']) {
        format!("\"{}\"", text.replace('\\', "\\\\").replace('"', "\\\""))
    } else {
        text.into()
    }
}

pub(super) fn parse(text: &str, names: &[&str]) -> Result<Contender, ContenderError> {
    let place = format!("engine {text:?}");
    let wrong = |found: &str, expected: &str| Err(ContenderError::new(&place, found, expected));
    let (head, rest) = match text.split_once(':') {
        Some((h, r)) => (h, Some(r)),
        None => (text, None),
    };
    let (head, extra) = match head.split_once(',') {
        Some((h, e)) if rest.is_none() => (h, Some(e)),
        _ => (head, None),
    };
    let engine = match head {
        "builtin" => Kind::Builtin,
        "ruler" => Kind::Ruler,
        "uci" => Kind::Uci,
        "gtp" => Kind::Gtp,
        "cdc" => Kind::Cdc,
        "json" => Kind::Json,
        _ if names.is_empty() => return wrong(head, FORMS),
        _ => return wrong(head, &format!("{FORMS} ({})", names.join(", "))),
    };
    let mut c = Contender { engine, ..Contender::default() };
    let mut items = match rest.or(extra) {
        None => Vec::new(),
        Some(rest) => split(rest, ','),
    };
    if engine != Kind::Builtin {
        let first = if items.is_empty() { String::new() } else { plain(&items.remove(0)) };
        // `ruler:NAME:nodes=N` is taken too.
        let first = match first.split_once(':') {
            Some((name, more)) if engine == Kind::Ruler => {
                items.insert(0, more.to_string());
                name.to_string()
            }
            _ => first,
        };
        if first.is_empty() {
            let lacks = if engine == Kind::Ruler { "ruler:NAME" } else { "a path after the colon" };
            return wrong("nothing after the colon", lacks);
        }
        if engine == Kind::Ruler {
            c.ruler = Some(first);
        } else {
            c.path = Some(first.into());
        }
    }
    let mut seen = Vec::new();
    for item in items {
        let Some((key, value)) = item.split_once('=') else {
            return wrong(&item, "KEY=VALUE");
        };
        let key = plain(key.trim());
        if seen.contains(&key) {
            return wrong(&format!("{key} twice"), "each key once");
        }
        let value = plain(value);
        let number = || {
            value.parse::<u64>().map_err(|_| {
                ContenderError::new(&place, format!("{key}={value}"), "a whole number")
            })
        };
        match key.replace('_', "-").as_str() {
            "nodes" => c.nodes = Some(number()?),
            "time-ms" => c.time_ms = Some(number()?),
            "depth" => c.depth = Some(number()?.min(u64::from(u32::MAX)) as u32),
            "threads" => c.threads = Some(number()?.clamp(1, 1024) as usize),
            "grace-ms" => c.grace_ms = Some(number()?),
            "stall-ms" => c.stall_ms = Some(number()?),
            "params" => c.params = Some(value.into()),
            "dialect" => c.dialect = Some(value),
            "cwd" => c.cwd = Some(value.into()),
            "args" => {
                c.args =
                    split(&value, ' ').iter().filter(|a| !a.is_empty()).map(|a| plain(a)).collect();
            }
            _ => match key.strip_prefix("option.") {
                Some(name) if !name.is_empty() => {
                    c.options.insert(name.to_string(), value);
                }
                _ => return wrong(&key, KEYS),
            },
        }
        seen.push(key);
    }
    c.check(&place)?;
    Ok(c)
}

pub(super) fn print(c: &Contender) -> String {
    let mut items = Vec::new();
    match (c.engine, &c.ruler, &c.path) {
        (Kind::Ruler, Some(name), _) => items.push(quote(name)),
        (_, _, Some(path)) => items.push(quote(&path.to_string_lossy())),
        _ => {}
    }
    let mut add = |key: &str, value: Option<String>| {
        if let Some(v) = value {
            items.push(format!("{key}={}", quote(&v)));
        }
    };
    add("nodes", c.nodes.map(|n| n.to_string()));
    add("time-ms", c.time_ms.map(|n| n.to_string()));
    add("depth", c.depth.map(|n| n.to_string()));
    add("threads", c.threads.map(|n| n.to_string()));
    add("grace-ms", c.grace_ms.map(|n| n.to_string()));
    add("stall-ms", c.stall_ms.map(|n| n.to_string()));
    add("params", c.params.as_ref().map(|p| p.to_string_lossy().into_owned()));
    add("dialect", c.dialect.clone());
    add("cwd", c.cwd.as_ref().map(|p| p.to_string_lossy().into_owned()));
    let quoted: Vec<String> = c
        .args
        .iter()
        .map(|a| format!("\"{}\"", a.replace('\\', "\\\\").replace('"', "\\\"")))
        .collect();
    add("args", (!quoted.is_empty()).then(|| quoted.join(" ")));
    for (name, value) in &c.options {
        add(&quote(&format!("option.{name}")), Some(value.clone()));
    }
    if items.is_empty() {
        c.engine.name().into()
    } else {
        format!("{}:{}", c.engine.name(), items.join(","))
    }
}
