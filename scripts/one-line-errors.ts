/** Imported first by a command: a failure ends it with one line; DEBUG=1 adds the stack. */
process.on('uncaughtException', (error: unknown) => {
  // Why a request failed is only in its cause.
  const isWrapper = error instanceof Error && error.message === 'fetch failed'
  const told = (isWrapper && error.cause) || error
  const { message = String(told), stack } = told instanceof Error ? told : {}
  console.error(process.env.DEBUG ? stack : message.split('\n')[0])
  process.exit(1)
})
