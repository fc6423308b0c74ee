// sounds.js -- the few short sounds of a table, made by WebAudio out of noise and plain tones: no files. Fetched by sound.js when
// somebody wants sounds; nothing else calls it.

/** @type {AudioContext} */
let ctx;
/** @type {GainNode} */
let out;
/** @type {AudioBuffer} */
let hiss;

function begin() {
  ctx = new AudioContext();
  out = new GainNode(ctx, { gain: 0.3 });
  out.connect(ctx.destination);
  hiss = new AudioBuffer({ length: ctx.sampleRate / 2, sampleRate: ctx.sampleRate });
  hiss.getChannelData(0).forEach((_, i, samples) => (samples[i] = Math.random() * 2 - 1));
}

/** From silence to `loud` and away again, `at` seconds from now, `long` seconds.
 * @param {AudioNode} node
 * @param {number} at
 * @param {number} long
 * @param {number} loud
 * @param {number} rise */
function shape(node, at, long, loud, rise) {
  const from = ctx.currentTime + at,
    gain = new GainNode(ctx, { gain: 0 });
  gain.gain.setValueAtTime(0.0001, from);
  gain.gain.exponentialRampToValueAtTime(loud, from + rise);
  gain.gain.exponentialRampToValueAtTime(0.0001, from + long);
  node.connect(gain).connect(out);
}
/** @param {number} at
 * @param {number} long
 * @param {number} loud
 * @param {number} frequency
 * @param {number} [to] */
function tone(at, long, loud, frequency, to = frequency) {
  const from = ctx.currentTime + at,
    wave = new OscillatorNode(ctx, { type: "sine", frequency });
  wave.frequency.setValueAtTime(frequency, from);
  wave.frequency.exponentialRampToValueAtTime(to, from + long);
  shape(wave, at, long, loud, 0.01);
  wave.start(from);
  wave.stop(from + long);
}
/** @param {number} at
 * @param {number} long
 * @param {number} loud
 * @param {number} frequency
 * @param {number} Q
 * @param {number} [rise] */
function noise(at, long, loud, frequency, Q, rise = 0.004) {
  const from = ctx.currentTime + at,
    source = new AudioBufferSourceNode(ctx, { buffer: hiss });
  shape(source.connect(new BiquadFilterNode(ctx, { type: "bandpass", frequency, Q })), at, long, loud, rise);
  source.start(from, Math.random() * 0.2);
  source.stop(from + long);
}

const sounds = {
  /** Three dice on a wooden tray. */
  dice() {
    for (const [at, loud, pitch] of [
      [0, 0.9, 1900],
      [0.07, 0.7, 2400],
      [0.13, 0.8, 1600],
      [0.23, 0.5, 2100],
      [0.3, 0.35, 1800],
      [0.42, 0.2, 2300],
    ]) {
      noise(at, 0.05, loud, pitch, 3);
      tone(at, 0.05, loud * 0.3, pitch / 8, pitch / 12);
    }
  },
  /** Two strokes of a pen. */
  pen() {
    noise(0, 0.14, 0.35, 3600, 1.2, 0.05);
    noise(0.15, 0.2, 0.3, 3000, 1.2, 0.06);
  },
  turn() {
    tone(0, 0.3, 0.3, 659);
    tone(0.13, 0.45, 0.3, 880);
  },
  /** A tile is laid down. */
  stone() {
    noise(0, 0.3, 0.5, 420, 0.8, 0.08);
    tone(0.26, 0.25, 0.9, 130, 62);
    noise(0.26, 0.06, 0.6, 900, 1);
  },
  end() {
    [440, 523, 659, 880].forEach((pitch, i) => tone(i * 0.15, 0.7, 0.28, pitch));
  },
};

/** @param {keyof typeof sounds} name */
export async function play(name) {
  if (!ctx) begin();
  if (ctx.state !== "running") await ctx.resume();
  sounds[name]();
}
