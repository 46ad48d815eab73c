import type { Plugin } from 'vite'

/**
 * Puts the server into one file, which starts in less than half the time of a thousand. Externals
 * read files of their own, or are only needed for the first email.
 */
export const oneBundle = (): Plugin => ({
  name: 'one-bundle',
  apply: 'build',
  config: () => ({
    // Without it the bundle contains React's development build, and runs it.
    define: {
      'process.env.NODE_ENV': '"production"',
      __BUILT_ON__: JSON.stringify(new Date().toISOString().slice(0, 10)),
    },
    ssr: {
      noExternal: true,
      external: [
        'pino',
        'pino-pretty',
        '@node-rs/argon2',
        'nodemailer',
        // In one file its parsers of certificates run before the polyfill that they import.
        '@simplewebauthn/server',
        '@simplewebauthn/server/helpers',
      ],
    },
    // V8 keeps the source in memory: without comments and in Latin-1 it takes half the space.
    environments: {
      ssr: {
        build: {
          rolldownOptions: {
            output: {
              comments: false,
              minify: {
                compress: false,
                mangle: false,
                codegen: { removeWhitespace: false, asciiOnly: true },
              },
            },
          },
        },
      },
    },
  }),
})
