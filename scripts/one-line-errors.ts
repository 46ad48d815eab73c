/** Imported first by a command: a failure ends it with one line; DEBUG=1 adds the stack. */
process.on('uncaughtException', (error: unknown) => {
  const { message = String(error), stack } = error instanceof Error ? error : {}
  console.error(process.env.DEBUG ? stack : message.split('\n')[0])
  process.exit(1)
})
