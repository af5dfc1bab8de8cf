/** What every card of Photo Rummy shows: pictograms and back as a sprite, the pictures as images that follow. */
import { symbol } from '../../../lib/cards/sprite';

/** One line weight, 24 units a side. */
const PICTOGRAMS: Record<string, string> = {
  palace: 'M3 21h18M4.500 18h15M6 18v-7M10 18v-7M14 18v-7M18 18v-7M3.500 11h17L12 4.500z',
  church: 'M12 2v5M9.800 4h4.400M12 7l-4 4.500V21h8v-9.500zM8 14l-4.500 2.500V21H8M16 14l4.500 2.500V21H16M10.500 21v-3.500a1.500 1.500 0 0 1 3 0V21',
  sight: 'M3 8.500h4l1.800-3h6.400l1.800 3h4V19.500H3zM12 17.300a3.800 3.800 0 1 0 0-7.600 3.800 3.800 0 0 0 0 7.600z',
  symbol: 'M4.500 4h15v7.500c0 5-3.500 8-7.500 10-4-2-7.500-5-7.500-10zM12 7.300l1.300 2.900 3.100.3-2.300 2.100.7 3.100-2.800-1.600-2.800 1.600.7-3.100-2.300-2.100 3.100-.3z',
  delicacy: 'M7 2.500V21.500M4 2.500v4.300a3 3 0 0 0 6 0V2.500M17 21.500V14.500M17 14.500h-2.500V8c0-3 1-5 2.500-5.500z',
  letterbox: 'M3 6h18v12.500H3zM3 6.500l9 7 9-7',
};

const BACK = `<rect width="630" height="880" fill="var(--photo_rummy-luxembourg-deep)"/>
<g fill="none" stroke="var(--photo_rummy-luxembourg-bright)" stroke-width="5"><rect x="36" y="36" width="558" height="808" rx="24"/>
<g opacity=".5"><circle cx="315" cy="440" r="212"/><ellipse cx="315" cy="440" rx="106" ry="212"/><path d="M103 440H527M315 228V652M132 334Q315 380 498 334M132 546Q315 500 498 546"/></g></g>
<path d="M315 300 347 408 455 440 347 472 315 580 283 472 175 440 283 408z" fill="var(--photo_rummy-paper)"/>
<path d="M315 300 347 408 315 440zM455 440 347 472 315 440zM315 580 283 472 315 440zM175 440 283 408 315 440z" fill="var(--photo_rummy-stockholm-bright)"/>`;

export const SPRITE =
  symbol('pr-back', '0 0 630 880', BACK) +
  Object.entries(PICTOGRAMS)
    .map(([name, d]) => symbol(`pr-icon-${name}`, '0 0 24 24', `<path d="${d}"/>`))
    .join('');

const mask = (category: string) =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24"><path d="${PICTOGRAMS[category]}" fill="none" stroke="black" stroke-width="1.900" stroke-linecap="round" stroke-linejoin="round"/></svg>`;

const escaped = (svg: string) => svg.replace(/[%#<>"\n]/g, encodeURIComponent);

const drawn = new Set<string>();
let sheet: CSSStyleSheet | undefined;

/** As an image a drawing is laid out once and then only painted. */
function give(name: string, how: string, svg: string): void {
  if (!sheet) document.adoptedStyleSheets.push((sheet = new CSSStyleSheet()));
  sheet.insertRule(`.${name}${how}:url("data:image/svg+xml,${escaped(svg)}")}`);
}

/** Gives an image its class when it is first needed. */
function need(name: string, how: string, svg: () => string): string {
  if (!drawn.has(name)) give(name, how, svg());
  drawn.add(name);
  return name;
}

/** Pictures that are to come, so many of them with each frame: a dozen at once would hold up cards in flight. */
const wanted: (readonly [name: string, city: string, category: string])[] = [];
const A_FRAME = 2;

function deliver(): void {
  import('./pictures').then(
    ({ draw }) => {
      for (const [name, city, category] of wanted.splice(0, A_FRAME))
        give(name, '{background-image', draw(city, category));
      if (wanted.length > 0) requestAnimationFrame(deliver);
    },
    () => {
      for (const [name] of wanted.splice(0)) drawn.delete(name);
    },
  );
}

/** The class of a card's picture. The drawings come after the table: cards can be played before they are there. */
export function pictureOf(city: string, category: string): string {
  const name = `pr-${city}-${category}`;
  if (drawn.has(name)) return name;
  drawn.add(name);
  if (wanted.push([name, city, category]) === 1) requestAnimationFrame(deliver);
  return name;
}

/** The class whose `::before` is cut out like a pictogram: six images for a hundred small cards of any colour. */
export const pictogramOf = (category: string): string =>
  need(`pr-cut-${category}`, '::before{mask-image', () => mask(category));
