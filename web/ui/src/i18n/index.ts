import { useCallback } from "preact/hooks";

import { useStore } from "../lib/store";
import { type Language, language } from "../state/settings";
import { en } from "./en";
import { zh } from "./zh";

/** TextName names a text of the page; Texts has all of them in one language. */
export type TextName = keyof typeof en;
export type Texts = Record<TextName, string>;

export type Values = Record<string, string | number>;

/** translate gives a text in a language, with values filled in. */
export function translate(lang: Language, name: TextName, values: Values = {}): string {
  const text: string = (lang === "zh" ? zh : en)[name];
  return text.replace(/\{(\w+)\}/g, (whole, key: string) => (key in values ? String(values[key]) : whole));
}

/** isText tells whether a name is that of a text, such as a step's that agents made up since. */
export function isText(name: string): name is TextName {
  return name in en;
}

/** useText gives the function that translates to the language in force. */
export function useText(): (name: TextName, values?: Values) => string {
  const lang = useStore(language);
  return useCallback((name: TextName, values?: Values) => translate(lang, name, values), [lang]);
}
