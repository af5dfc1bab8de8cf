/** Cards fly by themselves whenever the table changes: call once in a table's script. */
import { tick, untrack } from 'svelte';
import { measure, play } from '../flip';

/** Everything with a `data-flip` key flies from where it was when `change()` gives another value. */
export function letCardsFly(
  change: () => unknown,
  root: () => ParentNode | undefined = () => document,
): void {
  $effect.pre(() => {
    change();
    // that the table itself has just come is no change of it
    const within = untrack(root);
    if (!within) return;
    const before = measure(within);
    void tick().then(() => play(before, within));
  });
}
