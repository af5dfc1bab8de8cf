/** What a player tries out before it is sent: the table as it would lie, and one's own rack. */
import { sorted, type Sorting } from './cards';
import { holds, moved, sameTable, settle, type List, type Table } from './lists';

const SORTING = 'quartett.photo_rummy.sorting';
const stored = () => (localStorage.getItem(SORTING) === 'category' ? 'category' : 'city');

export class Draft {
  lists = $state.raw<readonly List[]>([]);
  sorting = $state.raw<Sorting>(stored());
  #base = $state.raw<Table>([]);
  #dealt = $state.raw<readonly string[]>([]);
  #byHand = $state.raw<readonly string[]>([]);
  #past = $state.raw<readonly (readonly List[])[]>([]);

  readonly #laid = $derived(new Set(this.lists.flatMap(({ cards }) => cards)));
  readonly #held = $derived([...this.#dealt, ...this.#base.flat()].filter((card) => !this.#laid.has(card)));

  /** One's own rack as it is shown. */
  readonly rack = $derived.by(() => {
    if (this.sorting !== 'hand') return sorted(this.#held, this.sorting);
    const held = new Set(this.#held);
    return [...new Set([...this.#byHand.filter((card) => held.has(card)), ...this.#held])];
  });
  /** Cards of one's own rack that lie on the table of the draft. */
  readonly laid = $derived(this.#dealt.filter((card) => this.#laid.has(card)));
  readonly changed = $derived(!sameTable(this.table, this.#base));

  get table(): readonly (readonly string[])[] {
    return this.lists.map(({ cards }) => cards);
  }
  get canUndo(): boolean {
    return this.#past.length > 0;
  }

  isOwn(card: string): boolean {
    return this.#dealt.includes(card);
  }
  onTable(card: string): boolean {
    return this.#laid.has(card);
  }
  isTouched(list: List): boolean {
    return !holds(this.#base, list.cards);
  }
  listOf(card: string): List | undefined {
    return this.lists.find(({ cards }) => cards.includes(card));
  }

  /** Follows the real table. Own new lists survive a change of it; gives back the cards that do not. */
  follow(table: Table, rack: readonly string[], afresh: boolean): string[] {
    const before = this.laid;
    if (afresh) this.lists = [];
    if (afresh || !this.changed || sameTable(table, this.table)) this.lists = settle(table, this.lists);
    else if (!sameTable(table, this.#base)) this.lists = this.#rebased(table, rack);
    if (afresh || !sameTable(table, this.#base)) this.#past = [];
    this.#base = table;
    this.#dealt = rack;
    this.lists = moved(this.lists, this.#strangers(), 'rack');
    return afresh ? [] : before.filter((card) => rack.includes(card) && !this.#laid.has(card));
  }

  /** Cards of the draft that are neither on the real table nor on the rack any more. */
  #strangers(): string[] {
    const known = new Set([...this.#base.flat(), ...this.#dealt]);
    return [...this.#laid].filter((card) => !known.has(card));
  }

  #rebased(table: Table, rack: readonly string[]): List[] {
    const own = this.lists.filter(({ cards }) => cards.every((card) => rack.includes(card)));
    return [
      ...settle(
        table,
        this.lists.filter((list) => !own.includes(list)),
      ),
      ...own,
    ];
  }

  move(cards: readonly string[], to: number | 'new' | 'rack'): void {
    const lists = moved(this.lists, cards, to);
    if (
      sameTable(
        lists.map((list) => list.cards),
        this.table,
      )
    )
      return;
    this.#change(lists);
  }

  /** Takes over a whole table, such as a hint's. */
  adopt(table: Table): void {
    this.#change(settle(table, this.lists));
  }

  undo(): void {
    const before = this.#past.at(-1);
    if (!before) return;
    this.#past = this.#past.slice(0, -1);
    this.lists = before;
  }

  reset(): void {
    if (this.changed) this.#change(settle(this.#base, this.lists));
  }

  /** Forgets everything that was tried. */
  drop(): void {
    this.lists = settle(this.#base, this.lists);
    this.#past = [];
  }

  sortBy(sorting: Sorting): void {
    this.#byHand = this.rack;
    this.sorting = sorting;
    if (sorting !== 'hand') localStorage.setItem(SORTING, sorting);
  }

  /** Puts cards at a place of the rack; from then on the rack stays as it is put. */
  arrange(cards: readonly string[], place: number): void {
    const rack = this.rack;
    const rest = (part: readonly string[]) => part.filter((card) => !cards.includes(card));
    this.#byHand = [...rest(rack.slice(0, place)), ...cards, ...rest(rack.slice(place))];
    this.sorting = 'hand';
  }

  #change(lists: readonly List[]): void {
    this.#past = [...this.#past, this.lists];
    this.lists = lists;
  }
}
