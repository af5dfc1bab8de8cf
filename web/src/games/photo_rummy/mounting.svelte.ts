/** A full table is put on the screen in portions, so that the page stays quick under the finger. */
const PORTION = 5;

/** How many of so many things are to be shown now. */
export function mountSlowly(count: () => number): () => number {
  let shown = $state(PORTION);
  $effect(() => {
    if (shown === Infinity) return;
    const all = shown >= count();
    const frame = requestAnimationFrame(() => (shown = all ? Infinity : shown + PORTION));
    return () => cancelAnimationFrame(frame);
  });
  return () => shown;
}
