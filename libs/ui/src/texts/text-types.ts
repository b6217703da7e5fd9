/** Texts by name, grouped as deep as reads well: `{ toolbar: { refresh: 'Refresh' } }`. */
export interface TextTree {
  [name: string]: string | TextTree;
}

type PluralForm = 'zero' | 'one' | 'two' | 'few' | 'many' | 'other';
type WithoutPlural<K extends string> = K extends `${infer Name}_${PluralForm}` ? Name : K;

/** The names of a catalogue's texts, dotted: `toolbar.refresh`; `chosen_one` and `chosen_other` are both `chosen`. */
export type TextName<T> = {
  [K in keyof T & string]: T[K] extends string ? WithoutPlural<K> : `${K}.${TextName<T[K]>}`;
}[keyof T & string];

/** The same names with other words: what a translation has to be. */
export type Translation<T> = { [K in keyof T]: T[K] extends string ? string : Translation<T[K]> };

/** Reads a text; `values` fill its `{{places}}`, and `count` chooses the plural. */
export type Translate<T> = (name: TextName<T>, values?: Record<string, string | number>) => string;
