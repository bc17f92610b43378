// Every test of the page's own logic; the page as a whole is tested in a browser by Go.
import.meta.glob("./*.test.ts", { eager: true });
