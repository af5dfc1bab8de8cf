import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { draggable, glide, type Carried, type DragHost, type Taken } from '../src/lib/drag/drag';

const pointer = (type: string, x: number, y: number, more: PointerEventInit = {}) =>
  new PointerEvent(type, {
    bubbles: true,
    clientX: x,
    clientY: y,
    pointerId: 1,
    isPrimary: true,
    button: 0,
    ...more,
  });

describe('draggable', () => {
  let root: HTMLElement;
  let card: HTMLElement;
  let carried: { [K in keyof Carried]: ReturnType<typeof vi.fn<Carried[K]>> };
  let taken: Taken[];
  let stop: () => void;

  function attach(host: Partial<DragHost> = {}) {
    const take: DragHost['take'] = (_, __, how) => {
      taken.push(how);
      return carried;
    };
    stop = draggable({ what: '[data-card]', take, ...host })(root) as () => void;
  }

  beforeEach(() => {
    vi.useFakeTimers();
    document.body.innerHTML = '<div><button data-card="a"></button><button class="other"></button></div>';
    root = document.querySelector('div')!;
    card = document.querySelector<HTMLElement>('[data-card]')!;
    root.setPointerCapture = () => undefined;
    carried = { follow: vi.fn(), drop: vi.fn(), end: vi.fn() };
    taken = [];
  });
  afterEach(() => {
    stop();
    vi.useRealTimers();
  });

  it('takes a card once the pointer has moved, and drops it where it is let go', () => {
    attach();
    card.dispatchEvent(pointer('pointerdown', 10, 10));
    dispatchEvent(pointer('pointermove', 12, 10));
    expect(taken).toEqual([]);
    dispatchEvent(pointer('pointermove', 40, 10));
    expect(taken).toEqual(['moved']);
    dispatchEvent(pointer('pointerup', 90, 20));
    expect(carried.drop.mock.calls[0]?.[0]).toEqual({ x: 90, y: 20 });
    expect(carried.end).toHaveBeenCalledOnce();
  });

  it('leaves a press alone, and what is not to be dragged', () => {
    attach();
    card.dispatchEvent(pointer('pointerdown', 10, 10));
    dispatchEvent(pointer('pointerup', 11, 10));
    document.querySelector('.other')!.dispatchEvent(pointer('pointerdown', 10, 10));
    dispatchEvent(pointer('pointermove', 80, 10));
    expect(taken).toEqual([]);
  });

  it('swallows the click that ends a drag, and no other', () => {
    attach();
    const clicked = vi.fn();
    card.addEventListener('click', clicked);
    card.dispatchEvent(pointer('pointerdown', 10, 10));
    dispatchEvent(pointer('pointermove', 80, 10));
    dispatchEvent(pointer('pointerup', 80, 10));
    card.click();
    expect(clicked).not.toHaveBeenCalled();
    card.click();
    expect(clicked).toHaveBeenCalledOnce();
  });

  it('takes a card under a finger that rests, and drops nothing if it never moved', () => {
    attach({ hold: { touch: 300 } });
    card.dispatchEvent(pointer('pointerdown', 10, 10, { pointerType: 'touch' }));
    vi.advanceTimersByTime(299);
    expect(taken).toEqual([]);
    vi.advanceTimersByTime(1);
    expect(taken).toEqual(['held']);
    dispatchEvent(pointer('pointerup', 10, 10, { pointerType: 'touch' }));
    expect(carried.drop).not.toHaveBeenCalled();
    expect(carried.end).toHaveBeenCalledOnce();
  });

  it('ends with Escape without dropping', () => {
    attach();
    card.dispatchEvent(pointer('pointerdown', 10, 10));
    dispatchEvent(pointer('pointermove', 80, 10));
    dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape' }));
    dispatchEvent(pointer('pointerup', 80, 10));
    expect(carried.drop).not.toHaveBeenCalled();
    expect(carried.end).toHaveBeenCalledOnce();
  });

  it('lets a card stay that its host does not give away', () => {
    attach({ take: () => null });
    card.dispatchEvent(pointer('pointerdown', 10, 10));
    dispatchEvent(pointer('pointermove', 80, 10));
    dispatchEvent(pointer('pointerup', 80, 10));
    expect(carried.drop).not.toHaveBeenCalled();
  });
});

describe('glide', () => {
  it('goes on as quickly as the pointer left', () => {
    const trail = [
      { x: 0, y: 0, at: 0 },
      { x: 10, y: -5, at: 10 },
    ];
    expect(glide(trail)).toEqual({ x: 170, y: -85 });
  });

  it('stays where a resting pointer was', () => {
    expect(glide([{ x: 4, y: 5, at: 1 }])).toEqual({ x: 4, y: 5 });
  });
});
