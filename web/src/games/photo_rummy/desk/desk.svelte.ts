/** The player's desk: what is picked up, where it goes, and what is sent to the table. */
import { buzz } from '../../../lib/haptics';
import type { photo_rummy } from '../../../lib/api/types';
import { t } from '../../../lib/i18n/index.svelte';
import { playSound } from '../../../lib/sound';
import type { Refusal, Session } from '../../../lib/table/contract';
import { Draft } from './draft.svelte';
import { Judge } from './judge.svelte';
import { cardName, fullName } from '../names';
import { lack, listName, textOf, whyNot } from './words';

type PhotoSession = Session<'photo_rummy'>;
export type Place = number | 'new' | 'rack';

export class Desk {
  readonly draft = new Draft();
  readonly judge: Judge;
  readonly session: PhotoSession;
  /** Cards picked up, by a tap or with the keyboard. */
  picked = $state.raw<readonly string[]>([]);
  /** A message that stays until the next step. */
  note = $state.raw<{ text: string; kind: 'info' | 'bad' } | null>(null);
  /** The list that the last refusal is about. */
  refused = $state.raw<number | null>(null);
  /** A card that is looked at closely. */
  peeked = $state.raw<string | null>(null);
  /** A card that should be in sight after the last step. */
  shown: string | null = null;
  /** What a screen reader is told of the last step. */
  said = $state.raw('');
  /** The round and seat that the draft belongs to. */
  #dealt = '';
  #asking = $state(false);

  constructor(session: PhotoSession) {
    this.session = session;
    this.judge = new Judge(session);
  }

  get view(): photo_rummy.View {
    return this.session.view;
  }
  get me(): photo_rummy.PlayerView | null {
    return this.session.seat === null ? null : (this.view.seats[this.session.seat] ?? null);
  }
  get mine(): boolean {
    return (
      this.session.seat !== null && this.session.toAct.includes(this.session.seat) && !this.session.readonly
    );
  }
  get drawing(): boolean {
    return this.mine && this.session.legal.some(({ type }) => type === 'draw');
  }
  get canPass(): boolean {
    return this.mine && !this.busy && this.session.legal.some(({ type }) => type === 'pass');
  }
  get laying(): boolean {
    return this.mine && this.view.phase === 'lay';
  }
  get busy(): boolean {
    return this.session.pending !== null;
  }
  get canHint(): boolean {
    return this.session.hints && this.mine && !this.busy && !this.#asking;
  }
  /** Whether cards can be tried out at all: also before one's own turn, not by spectators. */
  get canTry(): boolean {
    return Array.isArray(this.me?.rack) && !this.session.readonly;
  }

  mayDraw(stack: number): boolean {
    return (
      !this.busy &&
      this.mine &&
      this.session.legal.some((action) => action.type === 'draw' && action.stack === stack)
    );
  }

  /** Brings the draft up to date with the table. */
  follow(): void {
    const { table, round } = this.view;
    const dealt = `${round} ${this.session.seat}`;
    const returned = this.draft.follow(table, this.me?.rack ?? [], dealt !== this.#dealt);
    this.#dealt = dealt;
    this.picked = this.picked.filter((card) => this.draft.onTable(card) || this.draft.rack.includes(card));
    if (returned.length > 0) this.#tell(t('photo_rummy.returned', { count: returned.length }));
  }

  /** Tells a screen reader what the rules say of the last step. */
  hear(verdict: photo_rummy.Verdict): void {
    const wrong = verdict.combinations
      .map((said, i) => [this.draft.lists[i], lack(said)] as const)
      .filter(([list, text]) => list && text);
    const lists = wrong.map(([list, text]) => `${listName(list!.cards)}: ${text}`).join('. ');
    this.said = verdict.refusal
      ? lists || whyNot(verdict.refusal)
      : t('photo_rummy.status.ready', { count: verdict.rack.length });
  }

  press(card: string): void {
    if (!this.canTry) return;
    const list = this.draft.listOf(card);
    const foreign = list && this.picked.length > 0 && !list.cards.some((each) => this.picked.includes(each));
    if (foreign) this.put(list.id);
    else this.pick(card);
  }

  pick(card: string): void {
    const held = this.picked.includes(card);
    this.picked = held ? this.picked.filter((each) => each !== card) : [...this.picked, card];
    this.said = t(held ? 'photo_rummy.said.dropped' : 'photo_rummy.said.picked', { card: cardName(card) });
    buzz('tap');
  }

  /** Shows a card large, with its title; the same once more puts it back. */
  peek(card: string | null): void {
    this.peeked = this.peeked === card ? null : card;
    if (this.peeked) this.said = fullName(this.peeked);
  }

  letGo(): void {
    this.peeked = null;
    this.picked = [];
    this.note = null;
  }

  /** Puts the picked cards, or others, somewhere. */
  put(to: Place, cards: readonly string[] = this.picked): void {
    if (cards.length === 0 || !this.canTry) return;
    this.#step();
    this.draft.move(cards, to);
    this.shown = cards[0]!;
    this.picked = [];
    this.said = t('photo_rummy.said.put', {
      cards: cards.map(cardName).join(', '),
      place: this.#placeName(to, cards),
    });
    playSound('card');
  }

  undo(): void {
    this.#step();
    this.draft.undo();
    this.said = t('photo_rummy.said.undone');
  }

  reset(): void {
    this.#step();
    this.draft.reset();
    this.said = t('photo_rummy.said.reset');
  }

  /** The stack that a press on the large button draws from: nobody knows what lies where, so the highest. */
  get anyStack(): number | null {
    const open = this.view.stacks.map((_, stack) => stack).filter((stack) => this.mayDraw(stack));
    const height = (stack: number) => this.view.stacks[stack] ?? 0;
    return open.length > 0 ? open.reduce((best, each) => (height(each) > height(best) ? each : best)) : null;
  }

  /** An exercise whose answer lies on the table. */
  get answered(): boolean {
    return 'exercise' in this.session && this.session.readonly;
  }

  /** What a hint has pointed at and a button does. */
  get hinted(): photo_rummy.Action['type'] | null {
    return this.session.suggested?.type ?? null;
  }

  /** Shows on the table what was pointed at; the next press does it. */
  pointAt(action: photo_rummy.Action): void {
    if (action.type !== 'lay' || !this.laying) return;
    this.peeked = null;
    this.picked = [];
    // what the hint says stays, whichever comes first
    if (this.note?.kind === 'bad') this.note = null;
    this.draft.adopt(action.table);
    this.shown = this.draft.laid[0] ?? null;
  }

  async draw(stack: number): Promise<void> {
    if (!this.mayDraw(stack)) return;
    this.note = null;
    playSound('draw');
    await this.session.act({ type: 'draw', stack });
  }

  /** Sends the draft, or says what is still wrong with it. */
  async lay(): Promise<void> {
    if (!this.draft.changed || this.busy) return;
    const refusal = this.judge.verdict?.refusal;
    if (refusal) return void this.#refuse(refusal, whyNot(refusal));
    if (!this.laying) return;
    const answer = await this.session.act({
      type: 'lay',
      table: this.draft.table.map((cards) => [...cards]),
    });
    if (!answer.ok) return void this.#refuse(answer.refusal, answer.refusal.text);
    // what a hint said was about this turn
    this.note = null;
    playSound('good');
  }

  async pass(): Promise<void> {
    if (!this.canPass) return;
    this.letGo();
    const answer = await this.session.act({ type: 'pass' });
    if (answer.ok) this.draft.drop();
  }

  /** Says what the best turn is; the table points at it. */
  async hint(): Promise<void> {
    if (!this.canHint) return;
    this.#asking = true;
    const found = await this.session.hint();
    this.#asking = false;
    if (!found) return;
    this.letGo();
    this.#tell(found.text);
  }

  #refuse({ about }: Pick<Refusal, 'about'>, text: string): void {
    const card = textOf(about['joker'] ?? about['card']);
    const list =
      typeof about['list'] === 'number' ? this.draft.lists[about['list']] : this.draft.listOf(card);
    this.refused = list?.id ?? null;
    this.shown = list?.cards[0] ?? null;
    this.#tell(text, 'bad');
    buzz('bad');
  }

  #tell(text: string, kind: 'info' | 'bad' = 'info'): void {
    this.note = { text, kind };
    this.said = text;
  }

  #step(): void {
    this.note = null;
    this.refused = null;
  }

  #placeName(to: Place, cards: readonly string[]): string {
    if (to === 'rack') return t('photo_rummy.rack');
    const list = this.draft.listOf(cards[0]!);
    return list ? listName(list.cards) : t('photo_rummy.new');
  }
}
