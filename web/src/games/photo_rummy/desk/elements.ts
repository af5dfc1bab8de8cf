/** Where the table's cards are in the page. */

/** The layer inside a table where floating copies live. */
export const layerOf = (root: HTMLElement): HTMLElement => root.querySelector<HTMLElement>('[data-layer]')!;

export const elementOf = (root: ParentNode, card: string): HTMLElement | null =>
  root.querySelector<HTMLElement>(`[data-card='${card}']`);
