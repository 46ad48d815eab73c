/** In place of what needs the device's storage, where the browser refuses it. */
export const StorageBlocked = () => (
  <p className="notice" role="alert">
    Your browser blocks site data for this website, and signing in needs it. Allow site data in the
    browser’s settings, then reload this page.
  </p>
)
