/** What is much to draw is drawn in portions, each in a task of its own, so that the page stays quick under the finger. */

/** Does something once the page has been drawn; gives back how to call it off. */
export function afterPaint(what: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  // the drawing follows the frame's own work, so what comes after both is a task of its own
  const frame = requestAnimationFrame(() => (timer = setTimeout(what)));
  return () => {
    cancelAnimationFrame(frame);
    clearTimeout(timer);
  };
}

/** How many of so many parts of a page are to be there now: one at once, the others one after the other. */
export function arriving(parts: number): () => number {
  let here = $state(1);
  $effect(() => (here < parts ? afterPaint(() => (here += 1)) : undefined));
  return () => here;
}
