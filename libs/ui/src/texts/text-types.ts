/** Texts by name, in nested groups: `{ toolbar: { refresh: 'Refresh' } }`. */
export interface TextTree {
  [name: string]: string | TextTree;
}

type PluralForm = 'zero' | 'one' | 'two' | 'few' | 'many' | 'other';
type WithoutPlural<K extends string> = K extends `${infer Name}_${PluralForm}` ? Name : K;

/** The dotted names of a catalogue's texts: `toolbar.refresh`; `chosen_one` and `chosen_other` are both `chosen`. */
export type TextName<T> = {
  [K in keyof T & string]: T[K] extends string ? WithoutPlural<K> : `${K}.${TextName<T[K]>}`;
}[keyof T & string];

/** A translation: texts of the same names. */
export type Translation<T> = { [K in keyof T]: T[K] extends string ? string : Translation<T[K]> };

/** Reads a text; `values` fill its `{{placeholders}}`, and `count` selects the plural form. */
export type Translate<T> = (name: TextName<T>, values?: Record<string, string | number>) => string;
