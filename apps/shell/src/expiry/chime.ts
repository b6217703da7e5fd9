/** Two short tones, in hertz. */
const TONES = [880, 660];
const TONE_SECONDS = 0.18;
const VOLUME = 0.2;
/** How long a tab keeps the others silent. */
const SILENCE_MS = 2_000;

let context: AudioContext | undefined;

async function play(): Promise<void> {
  context ??= new AudioContext();
  // A browser lets a page sound only once the user has clicked in it.
  if (context.state === 'suspended') await context.resume();
  const start = context.currentTime;
  TONES.forEach((frequency, index) => {
    if (!context) return;
    const oscillator = context.createOscillator();
    const gain = context.createGain();
    const from = start + index * TONE_SECONDS;
    oscillator.frequency.value = frequency;
    gain.gain.setValueAtTime(VOLUME, from);
    gain.gain.exponentialRampToValueAtTime(0.001, from + TONE_SECONDS);
    oscillator.connect(gain).connect(context.destination);
    oscillator.start(from);
    oscillator.stop(from + TONE_SECONDS);
  });
}

/** Plays the sound that warns of expiring seats, in one tab of the browser. Silent where the browser doesn't allow it. */
export async function playChime(): Promise<void> {
  if (typeof AudioContext === 'undefined') return;
  const sound = () => play().catch(() => undefined);
  if (!('locks' in navigator)) return sound();
  await navigator.locks.request('tessera-chime', { ifAvailable: true }, async (lock) => {
    if (!lock) return;
    await sound();
    await new Promise((resolve) => setTimeout(resolve, SILENCE_MS));
  });
}
