// Selected text stays selected when its row moves. A browser takes the selection away from nodes that move.

/** @returns {ClientPlugin} */
export function install() {
  const life = new AbortController();
  /** @type {Partial<Selection>} */
  let before = {};

  function remember() {
    const { anchorNode, anchorOffset, focusNode, focusOffset, isCollapsed } = getSelection() ?? {};
    before = isCollapsed ? {} : { anchorNode, anchorOffset, focusNode, focusOffset };
  }

  // An end in an element that stays may have got another number, because nodes came before it.
  function restore() {
    const { anchorNode, anchorOffset, focusNode, focusOffset } = before;
    const now = getSelection();
    if (!now || !anchorNode?.isConnected || !focusNode?.isConnected) return;
    const [isStart, isEnd] = [now.anchorNode === anchorNode, now.focusNode === focusNode];
    if (isStart && isEnd) return;
    const start = isStart ? now.anchorOffset : within(anchorNode, anchorOffset);
    now.setBaseAndExtent(anchorNode, start, focusNode, isEnd ? now.focusOffset : within(focusNode, focusOffset));
  }

  document.addEventListener('espalier:patch', remember, life);
  document.addEventListener('espalier:applied', restore, life);
  return { uninstall: () => life.abort() };
}

/** @type {(node: any, offset?: number) => number} an offset in a node whose text may have become shorter */
const within = (node, offset = 0) => Math.min(offset, (node.data ?? node.childNodes).length);
