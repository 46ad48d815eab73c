/**
 * Attributes of the error on the page that answers a refused form: the browser focuses it without
 * script, so that screen readers begin there.
 */
export const focusFirst = { tabindex: -1, autofocus: true }

/** The same for React. */
export const focusFirstInReact = { tabIndex: -1, autoFocus: true }
