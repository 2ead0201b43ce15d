// What makes a page do without a stream.

/** A browser opens this many streams to a site at most. Over HTTP/1.1 it has six connections, and presses need some. */
export const mostStreams = 4;

/** The cookie of a browser in which streams do not get through. */
export const pollsCookie = 'espalier-polls';
