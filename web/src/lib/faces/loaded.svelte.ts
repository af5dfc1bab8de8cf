/** The drawings of the portraits, loaded when the first of them is to be seen. */
import type { Portrait } from './portraits';

let portraits = $state.raw<ReadonlyMap<string, Portrait>>(new Map());
let loading: Promise<void> | undefined;

export const loadPortraits = (): Promise<void> =>
  (loading ??= import('./portraits').then(
    ({ PORTRAITS }) => void (portraits = new Map(PORTRAITS.map((each) => [each.id, each]))),
    // without a connection the frame stays empty, and the next one tries again
    () => void (loading = undefined),
  ));

/** A portrait, once it is loaded (reactive). */
export const portraitOf = (id: string): Portrait | undefined => portraits.get(id);
