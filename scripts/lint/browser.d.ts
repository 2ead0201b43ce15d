// The types that the browser's modules share, and the browser APIs that TypeScript 4.8 does not know yet.

/** One operation of a patch: a letter, then its operands. */
type Operation = [string, ...any[]];

interface Version {
  text?: string;
  epoch?: string;
  /** NaN if there is none. */
  number: number;
}

/** The state of the stream or one of its events. Tabs pass these to each other. */
interface Word {
  state: string;
  type?: string;
  id?: string;
  ops?: any;
}

type Hear = (word: Word) => void;
/** Takes a patch, whether a reply or the stream brought it. */
type Take = (version: string | null, ops: Operation[], kind?: string) => void;
/** Resolves when the page shows this version, a later one, or one of another epoch. */
type Reached = (version: string | null) => Promise<void>;
type Missed = (url?: URL, signal?: AbortSignal) => Promise<{ version: string; event: string; patch: Operation[] }[]>;
type Send = (url: string, form: HTMLFormElement, submitter?: HTMLButtonElement) => Promise<void>;
type Presenter = (ops: Operation[], show: () => void) => void;
type Perform = (version: string | null, ops: Operation[]) => void;

interface Post {
  url: string;
  form: HTMLFormElement;
  source: Element;
  body: string;
  /** How often the form had been edited. */
  edits: number;
}

interface Address {
  form: HTMLFormElement;
  events: string;
  patches(version: Version): URL;
  wasRefused(): void;
}

interface ConnectionStatus {
  clear(): void;
  fail(error: object): void;
  connection(state: string): void;
  stop(): void;
}

interface Presenting {
  present: Presenter;
  /** Returns a function that restores the previous presenter. */
  presentBy(presenter: Presenter): () => void;
  perform: Perform;
  performBy(perform: Perform): void;
  stop(): void;
}

interface Receiver {
  take: Take;
  missed: Missed;
  reached: Reached;
  presenting: Presenting;
  version(): Version;
  stop(): void;
}

interface Connection {
  open(): void;
  reconnect(pause?: number): void;
  close(): void;
  failures(): number;
}

type Supervisor = Pick<Connection, 'open' | 'reconnect' | 'close'> & { say: Hear };

interface Stream {
  connection: Connection;
  superviseBy(supervisor: Supervisor): void;
  reconnect(): void;
  close(): void;
}

interface Tab {
  join(): void;
  leave(): void;
  end(): void;
  pass: Hear;
  greet(pause: number): void;
  isLeading(): boolean;
}

/** The parts of the first bundle that the other bundles use. */
interface Client {
  address: Address;
  take: Take;
  missed: Missed;
  reached: Reached;
  presenting: Presenting;
  version(): Version;
  hear: Hear;
  send: Send;
  source: Stream;
}

/** The parts that plugins may use in addition. */
interface PluginNeeds extends Client {
  pace(): number;
  play(changes: Change[], show: () => void, pace: number): void;
  scroller(element: Element): Element;
  isScrolledByHand: WeakSet<Element>;
}

interface ClientPlugin {
  /** Runs after a patch that brought or changed elements of the plugin. */
  update?(): void;
  uninstall(): void;
}

interface Transition {
  style: string;
  /** Milliseconds. */
  time?: number;
  curve?: string;
}

/** An operation in the form that the animation of rows needs. */
interface Change extends Transition {
  letter: string;
  address: string;
  html: string;
  going: Transition;
}

/** A removed row, and the name of the view transition that shows it. */
interface Picture extends Transition {
  row: any;
  name: string;
}

interface Carried {
  handle: HTMLElement;
  row: HTMLElement;
  lists: Element[];
  to(list: Element, before: Node | null): void;
  drop(): void;
  cancel(): void;
}

interface Carrying extends Pick<PluginNeeds, 'presenting' | 'send' | 'pace' | 'play'> {
  current(): Carried | undefined;
  begin(carried: Carried): void;
  end(): void;
}

interface Report {
  id: string;
  body: URLSearchParams;
}

interface Viewport {
  watch(row: Element): void;
  stop(): void;
  /** Whether a viewer sees a row; `wasSeen` is the answer while nobody scrolls by hand. */
  isSeen(row: Element, wasSeen: boolean): boolean;
  inView: Set<Element>;
  share: WeakMap<Element, number>;
}

// Newer than TypeScript 4.8.

interface MapConstructor {
  groupBy<K, T>(items: Iterable<T>, key: (item: T) => K): Map<K, T[]>;
}

interface Document {
  startViewTransition?: unknown;
}
interface Window {
  trustedTypes?: { createPolicy(name: string, rules: { createHTML(html: string): string }): any };
}
