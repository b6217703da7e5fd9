import { BoundedCache } from './checked-files';

describe('a bounded cache', () => {
  it('drops what was used longest ago once it is full', () => {
    const cache = new BoundedCache<string>(10);
    cache.set('a', 'A', 4);
    cache.set('b', 'B', 4);
    expect(cache.get('a')).toBe('A');
    cache.set('c', 'C', 4);
    expect(['a', 'b', 'c'].map((key) => cache.get(key))).toEqual(['A', undefined, 'C']);
  });

  it('counts a value once, however often it is set', () => {
    const cache = new BoundedCache<string>(10);
    for (let i = 0; i < 5; i += 1) cache.set('a', String(i), 6);
    cache.set('b', 'B', 4);
    expect([cache.get('a'), cache.get('b')]).toEqual(['4', 'B']);
  });

  it('keeps no value that is larger than itself, and the others despite it', () => {
    const cache = new BoundedCache<string>(10);
    cache.set('a', 'A', 4);
    cache.set('b', 'B', 11);
    expect([cache.get('a'), cache.get('b')]).toEqual(['A', undefined]);
  });
});
