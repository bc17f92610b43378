import type { Grove } from "../api/grove";
import type { ServerEvent } from "../api/events";
import { Problem, aborted, problemIn } from "../api/problem";
import type { Answer, Citation, Question, Step, Turn } from "../api/types";
import { Store } from "../lib/store";

/** Inquiry is a question, and how far its answer is. */
export interface Inquiry {
  question: string;
  steps: Step[];
  citations: Citation[];
  /** text is the answer as far as it was sent. */
  text: string;
  answer?: Answer;
  error?: unknown;
  state: "running" | "done" | "stopped" | "failed";
}

/** mostTurns is how many turns of a conversation are sent with a question: the last. */
const mostTurns = 10;

/** Asking leads a conversation: it asks one question at a time, and tells how it goes. */
export class Asking {
  /** inquiry is the last question, turns are those before it that were answered. */
  readonly inquiry = new Store<Inquiry | undefined>(undefined);
  readonly turns = new Store<readonly Turn[]>([]);
  private control = new AbortController();
  private last?: Question;

  constructor(private readonly grove: Grove, private readonly watch: (steps: readonly Step[], citations: readonly Citation[]) => void) {}

  /** ask asks, with the turns before; a question that is still under way is stopped. False where it came to no answer. */
  async ask(question: Question): Promise<boolean> {
    this.stop();
    const control = new AbortController();
    this.control = control;
    this.last = question;
    this.keep();
    const history = this.turns.value.slice(-mostTurns);
    this.inquiry.set({ question: question.question, steps: [], citations: [], text: "", state: "running" });
    try {
      await this.grove.ask({ ...question, history: history.length > 0 ? [...history] : undefined }, control.signal, (e) => control === this.control && this.take(e));
      this.end(control, { state: this.inquiry.value?.answer ? "done" : "failed" });
    } catch (error) {
      this.end(control, aborted(error) ? { state: "stopped" } : { state: "failed", error });
    }
    return control !== this.control || this.inquiry.value?.answer !== undefined;
  }

  /** withGists asks the last question again and has the gists made that it lacks. */
  withGists(): void {
    if (this.last !== undefined) void this.ask({ ...this.last, make_gists: true });
  }

  /** restore shows a question as its trace keeps it, in the place of the conversation; false where there is no such trace any more. */
  async restore(id: string): Promise<boolean> {
    const last = this.inquiry.value;
    if (last?.state === "running" || last?.answer?.trace_id === id) return true;
    this.clear();
    const control = this.control;
    try {
      const { question, answer, error } = await this.grove.trace(id, control.signal);
      if (control !== this.control) return true;
      const read = { question, steps: answer.trace, citations: answer.citations, text: answer.answer };
      this.inquiry.set(error === null ? { ...read, answer, state: "done" } : { ...read, error: new Problem({ status: 0, code: error.code, detail: error.message, hint: error.hint }), state: "failed" });
      this.watch(answer.trace, error === null ? answer.citations : []);
      return true;
    } catch (error) {
      if (error instanceof Problem && error.status === 404) return false;
      if (control === this.control && !aborted(error)) this.inquiry.set({ question: "", steps: [], citations: [], text: "", error, state: "failed" });
      return true;
    }
  }

  /** keep makes a turn of the last question where it was answered. */
  private keep(): void {
    const last = this.inquiry.value;
    if (last?.answer === undefined || last.answer.answer === "") return;
    const turn = { question: last.question, answer: last.answer.answer };
    this.turns.update((turns) => [...turns, turn]);
  }

  /** stop ends the question that is under way: the service spends nothing more on it. */
  stop(): void {
    this.control.abort();
  }

  /** clear begins a new conversation. */
  clear(): void {
    this.stop();
    this.control = new AbortController();
    this.inquiry.set(undefined);
    this.turns.set([]);
    this.watch([], []);
  }

  private end(control: AbortController, change: Partial<Inquiry>): void {
    if (control === this.control) this.change((i) => (i.state === "running" ? change : {}));
  }

  private take(e: ServerEvent): void {
    switch (e.event) {
      case "plan":
      case "step":
        this.change((i) => ({ steps: [...i.steps, e.data as Step] }));
        this.tell();
        break;
      case "references":
        this.change(() => ({ citations: (e.data as { citations: Citation[] }).citations }));
        this.tell();
        break;
      case "token":
        this.change((i) => ({ text: i.text + (e.data as { text: string }).text }));
        break;
      case "error":
        this.change(() => ({ error: problemIn(e.data), state: "failed" }));
        break;
      case "done": {
        const answer = e.data as Answer;
        this.change(() => ({ answer, steps: answer.trace, citations: answer.citations, text: answer.answer, state: "done" }));
        this.tell();
      }
    }
  }

  private tell(): void {
    this.watch(this.inquiry.value?.steps ?? [], this.inquiry.value?.citations ?? []);
  }

  private change(how: (i: Inquiry) => Partial<Inquiry>): void {
    this.inquiry.update((i) => (i === undefined ? i : { ...i, ...how(i) }));
  }
}
