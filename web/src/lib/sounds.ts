/** Three quiet sounds, made here and now: an order, dice, your turn. No file is loaded for them. */

import { settings } from "./settings.svelte";

export type Sound = "order" | "dice" | "turn";

const LOUD = { off: 0, quiet: 0.25, full: 0.7 };
let desk: AudioContext | null = null;

/** Play a sound, as loud as the player wants it; nothing at all where it is off. */
export function play(sound: Sound): void {
  const volume = LOUD[settings.values.sounds];
  if (!volume || typeof AudioContext === "undefined") return;
  desk ??= new AudioContext();
  if (desk.state === "suspended") void desk.resume(); // a browser lets a page be heard after the first press on it
  MAKE[sound](desk, volume);
}

const MAKE: Record<Sound, (desk: AudioContext, volume: number) => void> = {
  /* A counter put down. */
  order: (desk, volume) => knock(desk, 0, 900, 0.04, volume * 0.5),
  /* Dice on a table: knocks that follow each other faster, each a little different. */
  dice: (desk, volume) => [0, 0.09, 0.16, 0.21, 0.25].forEach((at, n) => knock(desk, at, 1500 + 350 * ((n * 2) % 3), 0.05, volume * (1 - n * 0.13))),
  /* Two soft notes, a fourth up. */
  turn: (desk, volume) => {
    note(desk, 0, 392, volume * 0.5);
    note(desk, 0.16, 523.25, volume * 0.5);
  },
};

/** A short burst of noise around a pitch. */
function knock(desk: AudioContext, at: number, pitch: number, seconds: number, volume: number): void {
  const noise = desk.createBuffer(1, Math.ceil(desk.sampleRate * seconds), desk.sampleRate);
  const wave = noise.getChannelData(0);
  for (let n = 0; n < wave.length; n++) wave[n] = (Math.random() * 2 - 1) * (1 - n / wave.length) ** 3;
  const source = desk.createBufferSource();
  source.buffer = noise;
  const filter = desk.createBiquadFilter();
  [filter.type, filter.frequency.value, filter.Q.value] = ["bandpass", pitch, 2.5];
  const gain = desk.createGain();
  gain.gain.value = volume;
  source.connect(filter).connect(gain).connect(desk.destination);
  source.start(desk.currentTime + at);
}

function note(desk: AudioContext, at: number, pitch: number, volume: number): void {
  const start = desk.currentTime + at;
  const tone = desk.createOscillator();
  [tone.type, tone.frequency.value] = ["sine", pitch];
  const gain = desk.createGain();
  gain.gain.setValueAtTime(0, start);
  gain.gain.linearRampToValueAtTime(volume, start + 0.02);
  gain.gain.exponentialRampToValueAtTime(0.0001, start + 0.6);
  tone.connect(gain).connect(desk.destination);
  tone.start(start);
  tone.stop(start + 0.65);
}
