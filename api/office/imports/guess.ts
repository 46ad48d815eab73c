import type { DateOrder, ImportKind, ImportSource } from '#db/enums.ts'
import { folded } from '#db/folded-name.ts'
import { fieldsOf, type ImportField, joinedFields, type Mapping } from './contract/fields.ts'

/** Names of columns in English, German, French and Spanish, and those of other programs' exports. */
const names: Partial<Record<ImportField, string[]>> = {
  first_name: [
    'first name',
    'firstname',
    'given name',
    'forename',
    'vorname',
    'prenom',
    'nombre',
    'nombre de pila',
    'candidate first name',
  ],
  last_name: [
    'last name',
    'lastname',
    'surname',
    'family name',
    'nachname',
    'familienname',
    'nom',
    'nom de famille',
    'apellido',
    'apellidos',
    'candidate last name',
  ],
  name: [
    'name',
    'full name',
    'candidate',
    'candidate name',
    'applicant',
    'applicant name',
    'bewerber',
    'bewerberin',
    'bewerbende',
    'kandidat',
    'vollstandiger name',
    'nom complet',
    'candidat',
    'nombre completo',
    'candidato',
    'nombre y apellidos',
  ],
  email: [
    'email',
    'e mail',
    'email address',
    'e mail address',
    'mail',
    'e mail adresse',
    'emailadresse',
    'mailadresse',
    'candidate email',
    'candidate email address',
    'adresse e mail',
    'adresse mail',
    'adresse electronique',
    'courriel',
    'correo',
    'correo electronico',
    'emails',
    'email addresses',
    'personal email',
  ],
  phone: [
    'phone',
    'phone number',
    'mobile',
    'mobile phone',
    'telephone',
    'tel',
    'cell',
    'telefon',
    'telefonnummer',
    'handy',
    'handynummer',
    'mobil',
    'mobilnummer',
    'portable',
    'numero de telephone',
    'telefono',
    'movil',
    'numero de telefono',
    'phone numbers',
    'candidate phone',
  ],
  job: [
    'job',
    'job title',
    'job name',
    'jobs',
    'position',
    'position title',
    'applied for',
    'vacancy',
    'role',
    'requisition',
    'stelle',
    'stellentitel',
    'stellenbezeichnung',
    'stellenanzeige',
    'poste',
    'offre',
    'intitule du poste',
    'puesto',
    'vacante',
    'oferta',
    'job opening',
  ],
  status: [
    'final status',
    'status',
    'application status',
    'candidate status',
    'state',
    'bewerbungsstatus',
    'statut',
    'etat',
    'estado',
    'situacion',
  ],
  step: [
    'final phase',
    'stage',
    'current stage',
    'step',
    'phase',
    'hiring stage',
    'pipeline stage',
    'stage name',
    'etape',
    'etapa',
    'fase',
    'schritt',
    'bewerbungsphase',
  ],
  applied_at: [
    'applied at',
    'applied on',
    'applied',
    'application date',
    'date applied',
    'date of application',
    'created at',
    'created',
    'created on',
    'date',
    'received',
    'received at',
    'submitted at',
    'bewerbungsdatum',
    'beworben am',
    'eingang',
    'eingangsdatum',
    'eingegangen am',
    'erstellt am',
    'datum',
    'date de candidature',
    'postule le',
    'candidature recue le',
    'date de creation',
    'fecha de solicitud',
    'fecha de candidatura',
    'fecha',
    'fecha de creacion',
    'application created at',
    'opened at',
    'opening date',
  ],
  decided_at: [
    'final status date',
    'decided at',
    'decided on',
    'decision date',
    'rejected at',
    'rejected on',
    'rejection date',
    'date rejected',
    'hired at',
    'hired on',
    'hire date',
    'abgelehnt am',
    'absagedatum',
    'entscheidung am',
    'entschieden am',
    'date de decision',
    'refuse le',
    'fecha de decision',
    'fecha de rechazo',
  ],
  letter: [
    'cover letter',
    'letter',
    'motivation letter',
    'motivation',
    'pitch',
    'anschreiben',
    'motivationsschreiben',
    'lettre de motivation',
    'carta de presentacion',
    'carta de motivacion',
    'cover letter text',
  ],
  notes: [
    'application rejection reason',
    'notes',
    'note',
    'comment',
    'comments',
    'remarks',
    'notizen',
    'notiz',
    'bemerkung',
    'bemerkungen',
    'kommentar',
    'kommentare',
    'anmerkungen',
    'commentaire',
    'commentaires',
    'remarques',
    'notas',
    'comentarios',
    'observaciones',
    'rejection reason',
    'rejected reason',
    'absagegrund',
  ],
  tags: [
    'application tags',
    'tags',
    'tag',
    'labels',
    'label',
    'candidate tags',
    'schlagworte',
    'schlagworter',
    'etiquettes',
    'mots cles',
    'etiquetas',
  ],
  source: [
    'application channel',
    'source',
    'channel',
    'recruiting channel',
    'referrer',
    'origin',
    'quelle',
    'kanal',
    'recruiting kanal',
    'herkunft',
    'canal',
    'origine',
    'fuente',
    'origen',
    'source name',
  ],
  foreign_id: [
    'id',
    'application id',
    'candidate id',
    'applicant id',
    'external id',
    'foreign id',
    'reference',
    'bewerbungs id',
    'bewerber id',
    'bewerbernummer',
    'kandidaten id',
    'identifiant',
    'reference candidat',
    'identificador',
    'id de candidatura',
    'job id',
    'position id',
    'requisition id',
    'stellen id',
  ],
  resume: [
    'resume',
    'cv',
    'resume file',
    'cv file',
    'file',
    'attachment',
    'lebenslauf',
    'curriculum',
    'curriculum vitae',
    'datei',
    'fichier',
    'archivo',
    'resume filename',
    'resume file name',
  ],
  title: [
    'title',
    'job title',
    'name',
    'job',
    'job name',
    'position',
    'position title',
    'internal title',
    'titel',
    'stelle',
    'stellentitel',
    'stellenbezeichnung',
    'intitule',
    'intitule du poste',
    'titre',
    'poste',
    'titulo',
    'puesto',
  ],
  description: [
    'description',
    'job description',
    'body',
    'content',
    'text',
    'beschreibung',
    'stellenbeschreibung',
    'aufgaben',
    'descripcion',
    'descripcion del puesto',
    'description du poste',
  ],
  requirements: [
    'requirements',
    'qualifications',
    'profile',
    'anforderungen',
    'profil',
    'exigences',
    'profil recherche',
    'requisitos',
  ],
  location: [
    'location',
    'office',
    'offices',
    'city',
    'place',
    'standort',
    'ort',
    'arbeitsort',
    'lieu',
    'ville',
    'ubicacion',
    'ciudad',
    'localisation',
    'locations',
  ],
  team: [
    'team',
    'department',
    'departments',
    'abteilung',
    'bereich',
    'departement',
    'equipe',
    'service',
    'departamento',
    'equipo',
  ],
}

/** Words of a column's name: without case, accents and signs. */
export const plainName = (name: string) =>
  folded(name)
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()

/** Columns of which a program's export has all. Personio's are those of its help page; no export was tried. */
const signatures: [ImportSource, string[]][] = [
  ['greenhouse', ['candidate name', 'application id', 'current stage']],
  ['greenhouse', ['first name', 'last name', 'application status', 'current stage']],
  ['greenhouse', ['job id', 'requisition id', 'opened at']],
  ['teamtailor', ['candidate id', 'first name', 'last name', 'pitch']],
  ['teamtailor', ['first name', 'last name', 'stage', 'rejected at']],
  ['teamtailor', ['title', 'pitch', 'internal name']],
  ['personio', ['candidate id', 'final phase']],
  ['personio', ['candidate id', 'application channel']],
]

/** Which program's export it is, by its columns. */
export function guessSource(columns: readonly string[]): ImportSource {
  const given = new Set(columns.map(plainName))
  return signatures.find(([, all]) => all.every((name) => given.has(name)))?.[0] ?? 'other'
}

const looksLikeEmail = /^[^\s@<>]+@[^\s@<>]+\.[^\s@<>]+$/
const looksLikeDate = /^\d{1,4}[./-]\d{1,2}[./-]\d{1,4}(?:[ T].*)?$/
const looksLikePhone = /^[+(]?\d[\d\s()./-]{6,}$/
const looksLikeFile = /\.(?:pdf|docx?)$/i

/** Of names in whose cells a date is not that of an application. */
const isOtherDate =
  /birth|geburt|naissance|nacimiento|available|verfugbar|disponib|start|end|until|bis\b|phase|stage/

const byContent: [ImportField, RegExp][] = [
  ['email', looksLikeEmail],
  ['applied_at', looksLikeDate],
  ['resume', looksLikeFile],
  ['phone', looksLikePhone],
]

/** The field of each column, by its name, then by what is in its cells; null: not recognized. */
export function guessMapping(
  kind: ImportKind,
  columns: readonly string[],
  rows: readonly (readonly string[])[],
): Mapping {
  const fields = fieldsOf[kind]
  const taken = new Set<ImportField>()
  const mapping: Mapping = Object.fromEntries(columns.map((column) => [column, null]))
  const take = (column: string, field: ImportField) => {
    if (mapping[column] || (taken.has(field) && !joinedFields.includes(field))) return
    mapping[column] = field
    taken.add(field)
  }
  // The best name first: “Application ID” is one of the application, beside “Candidate ID”.
  for (const field of fields) {
    const known = names[field] ?? []
    const found = columns
      .map((column) => ({ column, rank: known.indexOf(plainName(column)) }))
      .filter(({ column, rank }) => rank >= 0 && !mapping[column])
      .sort((a, b) => a.rank - b.rank)
    for (const { column } of found) take(column, field)
  }
  if (kind === 'jobs') return mapping
  for (const [index, column] of columns.entries()) {
    if (mapping[column] || isOtherDate.test(plainName(column))) continue
    const cells = rows.map((row) => row[index]?.slice(0, 300).trim() ?? '').filter(Boolean)
    const field = byContent.find(([, pattern]) => cells.every((cell) => pattern.test(cell)))?.[0]
    if (cells.length && field) take(column, field)
  }
  return mapping
}

/** In which order dates are written. Of 03/04/2024 in each line, nobody can tell. */
export function guessDateOrder(
  cells: readonly string[],
  { source, columns }: { source: ImportSource; columns: readonly string[] },
): DateOrder {
  const votes = { dmy: 0, mdy: 0, ymd: 0 }
  for (const cell of cells) {
    const [, first = '', sign, second = ''] = /^\s*(\d{1,4})([./-])(\d{1,2})/.exec(cell) ?? []
    if (!sign) continue
    if (first.length === 4) votes.ymd += 2
    else if (Number(first) > 12) votes.dmy += 2
    else if (Number(second) > 12) votes.mdy += 2
    else if (sign === '.') votes.dmy += 1
  }
  const [best, count] = Object.entries(votes).sort(([, a], [, b]) => b - a)[0] as [
    DateOrder,
    number,
  ]
  if (count) return best
  // An American program's export in English; anybody else writes the day first.
  const isEnglish = columns.some((column) => /\b(?:first name|last name|stage)\b/i.test(column))
  return source === 'greenhouse' && isEnglish ? 'mdy' : 'dmy'
}
