/** Where tokens come from and mail goes to. Only tests replace them. */
export type Endpoints = {
  /** Of Microsoft Entra, before the tenant. */
  entra: string
  graph: string
  googleToken: string
  gmail: { host: string; port: number; security: 'tls' | 'none' }
}

export const realEndpoints: Endpoints = {
  entra: 'https://login.microsoftonline.com',
  graph: 'https://graph.microsoft.com',
  googleToken: 'https://oauth2.googleapis.com/token',
  gmail: { host: 'smtp.gmail.com', port: 465, security: 'tls' },
}
