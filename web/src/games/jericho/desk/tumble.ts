/** Stones that a trumpet has brought down: they tumble, dust rises, and they end in the store. */
import type { Blow } from './blast.svelte';
import { blowing } from './preview';

const DUST = [-38, -24, -12, 0, 11, 23, 36];

/** A stone as it stood before anything moved. */
interface Stone {
  readonly box: DOMRect;
  readonly copy: HTMLElement;
  /** it leaves the game instead of going into the store */
  readonly crumbles: boolean;
}

const middle = (box: DOMRect) => ({ x: box.x + box.width / 2, y: box.y + box.height / 2 });

/** What will fall, measured while it still stands. */
export function standing(table: ParentNode, { event, before }: Blow): Stone[] {
  const falling = blowing(before, event)[event.colour]?.falling ?? {};
  return Object.entries(falling).flatMap(([seat, places]) =>
    places.flatMap((place) => {
      const element = table.querySelector<HTMLElement>(
        `[data-wall="${seat}-${event.colour}"] [data-course="${place}"]`,
      );
      const card = before[Number(seat)]?.[event.colour]?.[place];
      const fallen = event.falls.find((fall) => fall.seat === Number(seat))?.cards ?? [];
      const crumbles = card === 'trumpet' && !fallen.includes('trumpet');
      return element
        ? [{ box: element.getBoundingClientRect(), copy: element.cloneNode(true) as HTMLElement, crumbles }]
        : [];
    }),
  );
}

/** Takes away what still floats. */
export const clear = (layer: HTMLElement): void => layer.replaceChildren();

/** Lets them fall, on a layer above the table. */
export function tumble(
  layer: HTMLElement,
  table: ParentNode,
  stones: readonly Stone[],
  { event }: Blow,
): void {
  const store = table.querySelector('[data-drop="supply"]')?.getBoundingClientRect();
  table
    .querySelector(`[data-drop="${event.colour}"]`)
    ?.animate({ translate: ['0 0', '-5px 1px', '4px 0', '-3px 1px', '2px 0', '0 0'] }, 320);
  for (const [i, stone] of stones.entries()) {
    drop(layer, stone, store, i);
    dust(layer, stone.box);
  }
  if (event.joins) join(table, event);
}

function drop(
  layer: HTMLElement,
  { box, copy, crumbles }: Stone,
  store: DOMRect | undefined,
  i: number,
): void {
  Object.assign(copy.style, {
    position: 'absolute',
    left: `${box.x}px`,
    top: `${box.y}px`,
    width: `${box.width}px`,
    height: `${box.height}px`,
  });
  layer.append(copy);
  const goal = store ? middle(store) : middle(box);
  const [x, y] = [goal.x - middle(box).x, goal.y - middle(box).y];
  const side = i % 2 ? 1 : -1;
  const away = crumbles
    ? { transform: `translate(${side * 30}px, 60px) rotate(${side * 70}deg) scale(0.6)`, opacity: 0 }
    : { transform: `translate(${x}px, ${y}px) rotate(${side * 200}deg) scale(0.35)`, opacity: 0.9 };
  const animation = copy.animate(
    [
      { transform: 'none', easing: 'cubic-bezier(0.3, 0, 0.7, 0.4)' },
      {
        transform: `translate(${side * 14}px, -10px) rotate(${side * 16}deg)`,
        offset: 0.18,
        easing: 'cubic-bezier(0.5, 0, 0.9, 0.6)',
      },
      {
        transform: `translate(${side * 22}px, 38px) rotate(${side * 80}deg)`,
        offset: 0.5,
        easing: 'cubic-bezier(0.3, 0, 0.3, 1)',
      },
      away,
    ],
    { duration: 760, delay: i * 60, fill: 'backwards' },
  );
  animation.onfinish = () => copy.remove();
}

function dust(layer: HTMLElement, box: DOMRect): void {
  for (const [i, way] of DUST.entries()) {
    const puff = document.createElement('span');
    const size = 7 + (i % 3) * 5;
    Object.assign(puff.style, {
      position: 'absolute',
      left: `${middle(box).x - size / 2}px`,
      top: `${box.bottom - size / 2}px`,
      width: `${size}px`,
      height: `${size}px`,
      borderRadius: '50%',
      background: 'color-mix(in oklab, var(--jericho-stone) 45%, var(--jericho-sand))',
    });
    layer.append(puff);
    const animation = puff.animate(
      [
        { transform: 'scale(0.4)', opacity: 0.7 },
        { transform: `translate(${way * 1.7}px, ${-14 - (i % 3) * 12}px) scale(2)`, opacity: 0 },
      ],
      { duration: 640, delay: 60 + (i % 3) * 50, easing: 'ease-out', fill: 'both' },
    );
    animation.onfinish = () => puff.remove();
  }
}

/** The trumpet comes down on the blower's own wall, once that is drawn. */
function join(table: ParentNode, { seat, colour }: Blow['event']): void {
  const courses = table.querySelectorAll(`[data-wall="${seat}-${colour}"] [data-course]`);
  courses[0]?.animate(
    [
      { transform: 'translateY(-3rem) rotate(-8deg)', opacity: 0 },
      { transform: 'none', opacity: 1 },
    ],
    { duration: 320, easing: 'cubic-bezier(0.3, 0, 0.6, 1)' },
  );
}
