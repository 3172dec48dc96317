// A soft tick, made on the spot.
import { settings } from './settings';

let audio: AudioContext | null = null;

export function tick(kind: 'move' | 'event' | 'end'): void {
  if (!settings.sound) return;
  try {
    audio ??= new AudioContext();
    const tone = audio.createOscillator();
    const gain = audio.createGain();
    tone.frequency.value = kind === 'move' ? 220 : kind === 'event' ? 440 : 660;
    gain.gain.setValueAtTime(0.12, audio.currentTime);
    gain.gain.exponentialRampToValueAtTime(0.001, audio.currentTime + 0.12);
    tone.connect(gain).connect(audio.destination);
    tone.start();
    tone.stop(audio.currentTime + 0.13);
  } catch {
    // No sound then.
  }
}
