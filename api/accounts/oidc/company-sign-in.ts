import type { Environment } from '#api/core/environment/env.ts'
import { createProvider } from './provider.ts'

export type CompanySignIn = ReturnType<typeof fromEnvironment>

declare module '#api/core/route/context.ts' {
  interface Services {
    /** Undefined where it is not set up. */
    companySignIn: CompanySignIn | undefined
  }
}

type Variables = Pick<
  Environment,
  | 'OIDC_ISSUER'
  | 'OIDC_CLIENT_ID'
  | 'OIDC_CLIENT_SECRET'
  | 'OIDC_DOMAINS'
  | 'OIDC_LABEL'
  | 'OIDC_GROUP_CLAIM'
  | 'OIDC_GROUPS'
  | 'OIDC_ONLY'
>

function fromEnvironment(env: Variables, issuer: string) {
  const claim = env.OIDC_GROUP_CLAIM ?? 'groups'
  return {
    issuer,
    label: env.OIDC_LABEL,
    isOnly: env.OIDC_ONLY,
    domains: env.OIDC_DOMAINS ?? [],
    groups: env.OIDC_GROUPS && { claim, groups: env.OIDC_GROUPS },
    provider: createProvider({
      issuer,
      clientId: env.OIDC_CLIENT_ID ?? '',
      clientSecret: env.OIDC_CLIENT_SECRET ?? '',
      groupClaim: env.OIDC_GROUPS && claim,
    }),
  }
}

/** The company's sign-in, as the environment describes it; undefined without OIDC_ISSUER. */
export const companySignIn = (env: Variables): CompanySignIn | undefined =>
  env.OIDC_ISSUER ? fromEnvironment(env, env.OIDC_ISSUER) : undefined
