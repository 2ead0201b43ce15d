// Without a cookie the server finds a browser's own tree only by its name, which stands behind the #.

export function bare(page) {
  const { patches, missed } = page;
  let isBare = !navigator.cookieEnabled;

  page.patches = () => {
    const url = patches();
    if (isBare) url.searchParams.set('instance', url.hash.slice(1));
    return url;
  };

  // Where the tree is not found, the browser keeps no cookies although it says so.
  page.missed = async (...asked) => {
    const news = await missed(...asked);
    isBare ||= page.reply.status === 404;
    return news;
  };
}
