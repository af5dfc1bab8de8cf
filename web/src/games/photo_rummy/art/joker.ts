/** The joker's picture: the colours of eight capitals around a star. */
import { bright, deep } from './poster';

/** A star and not a camera: it must not be taken for a sight. */
const JOKER_STAR = 'M140 62 163.500 107.700 214.200 115.900 178.100 152.400 185.800 203.100 140 180 94.200 203.100 101.900 152.400 65.800 115.900 116.500 107.700z';
export const JOKER = `<g>${['stockholm', 'madrid', 'rome', 'paris', 'luxembourg', 'lisbon', 'dublin', 'bern']
  .map((city, i) => `<path transform="rotate(${i * 45} 140 140)" d="M140 140-4-206H284z" fill="${(i % 2 ? deep : bright)(city)}"/>`)
  .join('')}<circle class="p" cx="140" cy="140" r="108"/><circle class="sa" cx="140" cy="140" r="97" stroke-width="4"/>
<path class="a" d="${JOKER_STAR}"/><circle class="b" cx="140" cy="140" r="20"/></g>`;
