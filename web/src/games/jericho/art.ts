/** The drawings of Jericho: a bond of stones for each colour, trumpet, nugget, gate. */
import { symbol } from '../../lib/cards/sprite';

const tone = (colour: string, other: string, share: number) =>
  `color-mix(in oklab, var(--jericho-${colour}) ${share}%, ${other})`;
const mortar = (colour: string) =>
  tone(colour, colour === 'white' ? 'oklch(0.5 0.03 70)' : 'oklch(0.2 0.04 60)', 58);

/** Each bond: size of the repeated tile, lighter stones, joints. */
const BONDS: Record<string, { size: [number, number]; light: string; joints: string }> = {
  red: { size: [140, 120], light: 'M0 0h140v60H0z', joints: 'M0 0H140M0 60H140M0 0V60M70 60V120' },
  yellow: {
    size: [210, 105],
    light: 'M14 14h77v77H14zM119 14h77v77h-77z',
    joints: 'M0 0H210M0 0V105M105 0V105',
  },
  green: {
    size: [210, 180],
    light: 'M40 92 96 62 104 110 60 180 0 130 52 142zM96 62 78 0H150L170 54zM150 140 210 130V180H140z',
    joints:
      'M78 0 96 62 40 92 0 70M96 62 170 54 210 70M170 54 150 0M40 92 52 142M96 62 104 110 60 180M104 110 150 140 140 180M150 140 210 130M0 130 52 142 60 180M60 180 78 180M140 180 150 180M60 0H78M140 0H150',
  },
  blue: {
    size: [104, 180],
    light: 'M0 30 52 0 104 30V90L52 120 0 90z',
    joints: 'M0 90V30L52 0 104 30V90L52 120zM52 120V180',
  },
  white: {
    size: [90, 90],
    light: 'M45 8 82 45 45 82 8 45z',
    joints: 'M0 0 90 90M90 0 0 90',
  },
};

const bond = (colour: string) => {
  const { size, light, joints } = BONDS[colour]!;
  return `<pattern id="jericho-${colour}" width="${size[0]}" height="${size[1]}" patternUnits="userSpaceOnUse">
  <rect width="${size[0]}" height="${size[1]}" fill="var(--jericho-${colour})"/>
  <path d="${light}" fill="${tone(colour, 'white', colour === 'white' ? 40 : 86)}"/>
  <path d="${joints}" fill="none" stroke="${mortar(colour)}" stroke-width="7" stroke-linecap="square"/></pattern>`;
};

const TRUMPET = `<g fill="none" stroke="var(--jericho-brass-dark)" stroke-linecap="round" stroke-linejoin="round">
<path d="M20 168 196 58" stroke-width="30"/><path d="M20 168 196 58" stroke-width="18" stroke="var(--jericho-brass)"/></g>
<path d="M176 52C214 34 236 14 250-18L306 70C272 68 240 76 206 98z" fill="var(--jericho-brass)" stroke="var(--jericho-brass-dark)" stroke-width="7" stroke-linejoin="round"/>
<ellipse cx="278" cy="26" rx="20" ry="54" transform="rotate(-32 278 26)" fill="var(--jericho-brass-dark)"/>
<ellipse cx="282" cy="23" rx="11" ry="40" transform="rotate(-32 282 23)" fill="oklch(0.34 0.06 60)"/>
<path d="M34 152 176 63" stroke="oklch(0.93 0.09 92)" stroke-width="5" stroke-linecap="round"/>
<path d="M8 158 24 184" stroke="var(--jericho-brass-dark)" stroke-width="18" stroke-linecap="round"/>
<path d="M78 116 96 145M132 82l18 30" stroke="var(--jericho-brass-dark)" stroke-width="9"/>
<path d="M92 142C84 176 112 208 152 196 150 178 160 168 178 162 168 140 158 126 146 108z" fill="var(--jericho-red)"/>
<path d="M112 156c-2 16 8 26 22 28" fill="none" stroke="var(--jericho-gold)" stroke-width="6" stroke-linecap="round"/>`;

const NUGGET = `<path d="M12 66 26 28 62 8 104 18 128 52 120 90 84 112 36 104z" fill="var(--jericho-gold)"/>
<path d="M62 8 58 46 26 28zM104 18 58 46 62 8zM128 52 92 70 104 18z" fill="oklch(0.94 0.11 98)"/>
<path d="M12 66 26 28 58 46 36 104zM120 90 92 70 128 52z" fill="oklch(0.74 0.145 82)"/>
<path d="M58 46 92 70 84 112 36 104z" fill="oklch(0.80 0.155 88)"/>
<path d="M92 70 120 90 84 112z" fill="oklch(0.64 0.13 74)"/>
<path d="M12 66 26 28 62 8 104 18 128 52 120 90 84 112 36 104z" fill="none" stroke="oklch(0.48 0.1 68)" stroke-width="5" stroke-linejoin="round"/>`;

const SOUND = [0, 1, 2]
  .map(
    (i) =>
      `<path d="M${404 + i * 50} ${250 - i * 62}A${150 + i * 84} ${150 + i * 84} 0 0 1 ${500 + i * 42} ${372 + i * 6}" opacity="${1 - i * 0.28}"/>`,
  )
  .join('');

const GATE = `<path d="M95 770V330a220 220 0 0 1 440 0V770h-70V340a150 150 0 0 0-300 0V770z"/>
<path d="M205 770V350a110 110 0 0 1 220 0V770h-46V356a64 64 0 0 0-128 0V770z" opacity="0.6"/>`;
const KEYSTONES = [-72, -48, -24, 0, 24, 48, 72]
  .map((angle) => `<path transform="rotate(${angle} 315 330)" d="M315 110V180"/>`)
  .join('');

export const SPRITE = `<defs>${Object.keys(BONDS).map(bond).join('')}</defs>
${symbol('jericho-trumpet', '-10 -40 340 250', TRUMPET)}${symbol('jericho-nugget', '0 0 140 120', NUGGET)}
${symbol('jericho-sound', '0 0 630 880', `<g fill="none" stroke="var(--jericho-brass-dark)" stroke-width="16" stroke-linecap="round">${SOUND}</g>`)}
${symbol(
  'jericho-back',
  '0 0 630 880',
  `<rect width="630" height="880" fill="var(--jericho-stone)"/><g fill="var(--jericho-brass-dark)">${GATE}</g>
  <g stroke="var(--jericho-stone)" stroke-width="8">${KEYSTONES}<path d="M95 430h70M95 530h70M95 630h70M465 430h70M465 530h70M465 630h70"/></g>
  <path d="M297 640h36v130h-36z" fill="var(--jericho-gold)"/><circle cx="315" cy="560" r="34" fill="var(--jericho-gold)"/>
  <rect x="26" y="26" width="578" height="828" rx="30" fill="none" stroke="var(--jericho-brass-dark)" stroke-width="10"/>`,
)}`;

/** Outline of a wall of so many courses, battlements on top, standing on the card's lower edge. */
export function wallPath(courses: number): string {
  const top = 880 - 70 - courses * 74;
  const merlons = [0, 1, 2, 3].map((i) => `V${top - 44}h90V${top}${i < 3 ? 'h90' : ''}`).join('');
  return `M0 1400V${top}${merlons}V1400z`;
}
