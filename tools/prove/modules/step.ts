/** Runs a step and prints how long it took. */
export async function step(title: string, work: () => Promise<void> | void): Promise<void> {
  const began = Date.now();
  await work();
  console.log(`${title}: ${Math.round((Date.now() - began) / 1000)} s`);
}
