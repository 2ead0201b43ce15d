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
/** Resolves when the server has answered, or the first try has failed. */
type Send = (url: string, form: HTMLFormElement, submitter?: HTMLButtonElement | null) => Promise<void>;
type Presenter = (ops: Operation[], show: () => void) => void;
type Perform = (version: string | null, ops: Operation[]) => void;

interface Post {
  url: string;
  form: HTMLFormElement;
  source: Element;
  body: string;
  /** The element of the row. */
  element: Element | null;
  /** The address of the row, whose events stay in order. */
  row: string;
  /** The event's own id. */
  id: string;
  /** How often the form had been edited. */
  edits: number;
  /** When the first try was that may have reached the server: milliseconds since 1970. */
  begun?: number;
  /** Sends it with others; otherwise it is sent alone. */
  send?: (post: Post) => Promise<Reply>;
  settled: Promise<void>;
  settle(): void;
}

/** Why an event has to be sent again. */
interface Trouble {
  /** Follows "Not saved: ". */
  reason: string;
  /** How long to wait before the next try. Milliseconds. */
  least?: number;
}

/** The server's reply to an event: its patch, or nothing, or a refusal, or no reply. */
interface Reply {
  trouble?: Trouble;
  refusal?: { title: string; detail: string };
  version?: string | null;
  ops?: Operation[];
}

interface Retries {
  /** Resolves when the event should be sent again, or to false when the client has been stopped. */
  pause(tries: number, reason: string, least?: number): Promise<boolean>;
  /** Sends all waiting events again, because the server can be reached or a person wants it. */
  now(): void;
  /** Call it when an event has got its answer. */
  done(): void;
  stop(): void;
}

interface Delivery {
  /** Sends the first. Resolves when the server has answered. */
  send(posts: Post[]): Promise<void>;
  leave(post: Post): void;
  retry(): void;
  stop(): void;
}

interface Sender {
  send: Send;
  /** Sends everything that waits, because the page is about to go. */
  leave(): void;
  /** Sends again what could not be sent. */
  retry(): void;
  stop(): void;
}

interface Address {
  form: HTMLFormElement;
  /** The URL of the patches, as the page names it. */
  url: URL;
  /** An attribute of the form. */
  read(name: string): string | null;
  events: string;
  patches(version: Version): URL;
  wasRefused(): void;
}

interface StatusLine {
  /** Removes the error of a control or form. */
  clear(source: unknown): void;
  /** Shows an error until somebody closes it, or the source sends again. */
  fail(error: { title?: string, detail?: string }, source: unknown, cause: unknown): void;
  /** Says that events are not saved, and offers to send them again. */
  keepUnsaved(reason: string, again: () => void): void;
  allSaved(): void;
  say(text: string): void;
  /** Says that an event is on its way, until the returned function is called. */
  startSending(): () => void;
  connection(state: string): void;
  stop(): void;
}

interface Presenting {
  present: Presenter;
  /** Returns a function that removes the presenter. */
  presentBy(presenter: Presenter): () => void;
  perform: Perform;
  performBy(perform: Perform): void;
  /** Calls this function when the first effect comes. It should bring a performer. */
  performLater(load: () => void): void;
  /** Shows no patch any more. */
  stop(): void;
}

interface Receiver {
  take: Take;
  missed: Missed;
  reached: Reached;
  presenting: Presenting;
  copy: PageCopy;
  /** Forgets the version, so that the page takes any snapshot. */
  lose(): void;
  version(): Version;
  stop(): void;
}

/** The element of a node in the page; undefined if there is none. */
type Find = (address: string) => any;

/** What failed: a node of the copy of the page or an operation, and the error. */
type Refusal = [about: any, error: unknown];

/** The copy of the page as the server wrote it. */
interface PageCopy {
  find: Find;
  /** The element of a node in the copy. */
  own: Find;
  parse(html: string): DocumentFragment;
  /** The property of a node of the copy that is its node in the page. */
  live: any;
  move(parent: any, node: any, before: any): void;
  /** What failed in the last patch. */
  refusals: Refusal[];
  policy: { createHTML(html: string): string };
  /** Makes the page look like another one. */
  become(body: HTMLElement): void;
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
  reconnect(pause?: number): void;
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

/** A text of the server that would replace another text in the field that has the focus. */
interface Overwrite {
  field: HTMLInputElement | HTMLTextAreaElement;
  /** Writes it, unless a person has edited the form. */
  write(): void;
  /** Whether the form has edits that were not sent. */
  hasEdits(): boolean;
}

/** A note beside a field, with a newer text for the field. */
interface Note {
  say(newer: string): void;
  remove(): void;
  has(node: Node | null): boolean;
}

/** The properties and methods of a node that may be a form. */
type Of = <T>(node: T) => T;

/** What proves the copy of the page. */
interface Proving extends Pick<Receiver, 'missed' | 'presenting' | 'copy' | 'lose'> {
  address: Address;
  receive: Take;
}

/** The parts of the first bundle that the other bundles use. */
interface Client {
  of: Of;
  /** Moves a node and keeps the focus and the scroll positions in it. */
  place(parent: any, node: any, before: Node | null | undefined): void;
  address: Address;
  take: Take;
  missed: Missed;
  reached: Reached;
  presenting: Presenting;
  copy: PageCopy;
  lose: Receiver['lose'];
  version(): Version;
  hear: Hear;
  send: Send;
  /** Shows a text in the status line until it is called with an empty one. */
  say(text: string): void;
  source: Stream;
  /** Stops the client, makes a change, and starts the client for the page as it is then. */
  restart(change: () => void): void;
}

/** The parts that plugins may use in addition. */
interface PluginNeeds extends Client {
  pace(): number;
  play(changes: Change[], show: () => void, pace: number): void;
  scroller(element: Element): Element;
  isScrolledByHand: WeakSet<Element>;
  /** Focuses the element, or the first visible control in it. */
  give(element: any, options?: FocusOptions): void;
  /** Loads the module with this path below `Public/espalier`, without `.js`, and updates its plugin. */
  need(path: string, again?: string, detail?: object): Promise<void>;
  /** The element that had the focus when the plugin was needed. */
  focused: Element | null;
}

/** A module of the site at one element. */
interface OwnModule {
  path: string;
  /** What the module does with messages of the server, by their names. */
  handlers: Map<string, (value: unknown) => void>;
  /** Calls a function of the module with the element and more, or without a name the function that is given. */
  run(name: string, ...more: any[]): void;
}

interface ClientPlugin {
  /** Runs after a patch that brought or changed elements of the plugin. */
  update?(detail?: object): void;
  uninstall(): void;
}

/** The path of a module below `Public/espalier`, without `.js`, and what the page or a patch contains that needs it. */
type StartByText<Text = string> = [path: string, text: Text];
/** The path of a module, and a function that calls `start` when the page needs the module. */
type StartRule = [path: string, wait: (start: () => void, client: Client, life: AbortController) => void];

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

interface Carrying extends Pick<PluginNeeds, 'address' | 'presenting' | 'send' | 'say' | 'pace' | 'play' | 'place' | 'of'> {
  current(): Carried | undefined;
  begin(carried: Carried): void;
  end(): void;
}

interface Report {
  id: string;
  body: URLSearchParams;
}

interface ScrolledList {
  rows: Element;
  /** The element in which the rows scroll. */
  box: Element;
  isStrip: boolean;
  /** -1 for a strip that begins at the right. */
  sign: number;
  position: number;
  direction?: string;
  isMoving?: boolean;
  seen: { start: boolean; end: boolean; last: boolean; header: boolean };
  /** What has happened since the last report. */
  moments: string[];
  idle?: number;
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
