import { Store } from "../lib/store";

export type Language = "en" | "zh";
export type Theme = "auto" | "light" | "dark";

const languageKey = "grove-language";
const themeKey = "grove-theme";

/** language is the language of the page: that of last time, else the browser's. */
export const language = new Store<Language>(storedLanguage());

/** theme is what the user chose; auto follows the system. */
export const theme = new Store<Theme>(storedTheme());

/** dark tells whether the page is dark now. */
export const dark = new Store<boolean>(false);

function storedLanguage(): Language {
  const stored = localStorage.getItem(languageKey);
  if (stored === "en" || stored === "zh") return stored;
  return navigator.language.toLowerCase().startsWith("zh") ? "zh" : "en";
}

function storedTheme(): Theme {
  const stored = localStorage.getItem(themeKey);
  return stored === "light" || stored === "dark" ? stored : "auto";
}

/** followSettings writes the settings to the document and keeps them for next time. */
export function followSettings(): void {
  const system = matchMedia("(prefers-color-scheme: dark)");
  const show = () => {
    dark.set(theme.value === "dark" || (theme.value === "auto" && system.matches));
    document.documentElement.dataset["theme"] = dark.value ? "dark" : "light";
    document.documentElement.lang = language.value === "zh" ? "zh-CN" : "en";
  };
  system.addEventListener("change", show);
  theme.subscribe(() => {
    localStorage.setItem(themeKey, theme.value);
    show();
  });
  language.subscribe(() => {
    localStorage.setItem(languageKey, language.value);
    show();
  });
  show();
}
