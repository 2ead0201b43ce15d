// The types that the browser's modules share, and what TypeScript 4.8 does not know of browsers yet.

/** One operation of a patch: a letter, then its operands. */
type Operation = [string, ...any[]];

interface Version {
  text?: string;
  epoch?: string;
  /** NaN if there is none. */
  number: number;
}

/** What a stream says, and what tabs tell each other. */
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
  /** Returns what restores the former presenter. */
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

/** What the first bundle offers to the rest. */
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

/** What plugins may use besides. */
interface PluginNeeds extends Client {
  pace(): number;
  play(changes: Change[], show: () => void, pace: number): void;
  scroller(element: Element): Element;
  isScrolledByHand: WeakSet<Element>;
}

interface ClientPlugin {
  /** A patch brought or changed elements of the plugin. */
  update?(): void;
  uninstall(): void;
}

interface Transition {
  style: string;
  /** Milliseconds. */
  time?: number;
  curve?: string;
}

/** An operation as rows are animated by it. */
interface Change extends Transition {
  letter: string;
  address: string;
  html: string;
  going: Transition;
}

/** A row that goes, and the view transition that shows it. */
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
