// The properties and methods of a node that may be a form. The fields of a form hide its own: `form.children` is the
// field with the name or the id `children`, if there is one. `of(form).children` is what the browser means.

/**
 * @template T
 * @param {T} node
 * @returns {T}
 */
export const of = (node) =>
  node instanceof HTMLFormElement
    ? new Proxy(node, {
        get(form, name) {
          const value = Reflect.get(HTMLFormElement.prototype, name, form);
          return typeof value === 'function' ? value.bind(form) : value;
        },
      })
    : node;

/**
 * Nodes with all elements below them.
 * @param {Iterable<any>} nodes
 * @returns {any[]}
 */
export const all = (nodes) => [...nodes].flatMap((node) => [node, ...(of(node).querySelectorAll?.('*') ?? [])]);
