/** Why the application form is refused: in the browser and, for the same reasons, by the server. */
export const errors = {
  jobRequired: 'Choose a job',
  jobMissing: 'This job does not exist',
  jobClosed: 'This position was closed while you were writing',
  firstNameRequired: 'First name is required',
  lastNameRequired: 'Last name is required',
  emailRequired: 'Email is required',
  emailMalformed: 'Enter an email address like name@example.com',
  notText: 'Must be text',
  brokenCharacter: 'Contains a broken character',
  invisible: 'Contains characters that cannot be shown',
  tooLong: 'Must be at most {max} characters',
  uploadInterrupted: 'The upload was interrupted',
  formDamaged: 'The form arrived incomplete or damaged',
  fileTooLarge: 'The file must be at most {max} MB',
  letterRequired: 'Motivation letter is required',
  letterTooShort: 'Motivation letter must be at least {min} characters; yours has {length}',
  letterTooLong: 'Motivation letter must be at most {max} characters; yours has {length}',
  resumeRequired: 'Resume is required',
  resumeEmpty: 'This file is empty',
  resumeTooLarge: 'Resume must be at most {max} MB',
  resumeTooLargeBy: 'Resume must be at most {max} MB; this file has {size}',
  resumeType: 'Resume must be a PDF, DOC or DOCX file',
  resumeFromWriter:
    'Resume must be a PDF, DOC or DOCX file. Save it as PDF and choose it again: in LibreOffice Writer, File > Export As > Export as PDF.',
  resumeFromWord:
    'Resume must be a PDF, DOC or DOCX file. Save it as PDF and choose it again: in Word, File > Save As > PDF.',
  resumeFromPages:
    'Resume must be a PDF, DOC or DOCX file. Save it as PDF and choose it again: in Pages, File > Export To > PDF.',
  resumeFromDocs:
    'Resume must be a PDF, DOC or DOCX file. Save it as PDF and choose it again: in Google Docs, File > Download > PDF Document.',
  resumeFromRtf:
    'Resume must be a PDF, DOC or DOCX file. Save it as PDF and choose it again: in Word, File > Save As > PDF; in TextEdit, File > Export as PDF.',
  resumeFromText:
    'Resume must be a PDF, DOC or DOCX file. Save it as PDF and choose it again: in Notepad, File > Print > Microsoft Print to PDF; in TextEdit, File > Export as PDF.',
  resumeContent: 'Resume must be a real PDF, DOC or DOCX file',
  resumeEncrypted:
    'This file is protected by a password, so our reviewers could not open it. Save a copy without a password and choose it again.',
  resumeMacros:
    'This file contains macros, which our reviewers must not open. Save it as PDF and choose it again: in Word, File > Save As > PDF.',
  resumeEmbedded:
    'This file contains another file or a program, which our reviewers must not open. Save it as PDF and choose it again: in Word, File > Save As > PDF.',
  resumeRemote:
    'This file loads content from another computer when it is opened. Save it as PDF and choose it again: in Word, File > Save As > PDF.',
}

/**
 * English: what visitors and candidates read. Data only, so that an island gets its part as props.
 * `{name}` is filled in by `say`, which also picks the plural form for `{n}`.
 */
export const en = {
  /** How dates are written, as a BCP 47 tag. */
  dateLocale: 'en-GB',
  site: {
    skip: 'Skip to content',
    menu: { label: 'Main', home: 'Home', jobs: 'Jobs', about: 'About' },
    /** Ends the title of every page about jobs. */
    careers: 'Careers',
    feed: 'Open positions at {site}',
    noJobs: "We don't have any open positions at the moment. Please check back later!",
    backHome: 'Back to Home',
    welcome: 'Welcome to {site}',
    viewOpenPositions: 'View Open Positions',
    featured: 'Featured Job Openings',
    viewAllJobs: 'View All Jobs',
    homeFailed: 'Failed to load homepage content',
    page: 'Page',
    pageFailed: 'Failed to load page',
  },
  failure: {
    somethingWrong: 'Something went wrong',
    ours: 'Something went wrong on our side. Please try again in a moment.',
    tryAgain: 'Try again',
  },
  maintenance: {
    heading: "We'll be back soon",
    text: "We're working on this site. Please come back in a little while.",
    urgent: 'Urgent? Email {email}.',
  },
  jobs: {
    heading: 'Open Positions',
    filteredTitle: 'Open Positions: {filter}',
    pageTitle: '{title}, page {page}',
    failed: 'Failed to load jobs',
    noneOpen: 'No Open Positions',
    count: { one: '{n} position', other: '{n} positions' },
    found: { one: '{n} position found', other: '{n} positions found' },
    showAll: 'Show all',
    noMatch: 'No positions match your search.',
    noMatchFor: 'No positions match “{q}”. Check the spelling or try fewer words.',
    searchAllLocations: 'Search all locations',
    showAllPositions: 'Show all positions',
    keyword: 'Title or keyword',
    location: 'Location',
    allLocations: 'All locations',
    locationCount: '{location} ({n})',
    search: 'Search',
    pages: 'Pages of positions',
    previous: 'Previous',
    next: 'Next',
    pageOf: 'Page {page} of {last}',
    apply: 'Apply Now',
    applyFor: 'Apply Now: {job}',
  },
  job: {
    allPositions: 'All open positions',
    posted: 'Posted {date}',
    apply: 'Apply Now',
    description: 'Job Description',
    requirements: 'Requirements',
    notFound: 'Job not found',
    failed: 'Failed to load job details',
    back: 'Back to Jobs',
    unknown: "We couldn't find this job. The link may be out of date.",
    closed: 'This position is closed. See our open positions.',
    yourLetter: 'Your letter',
    keepLetter: "Your application wasn't sent. Here's your letter so you can keep it.",
  },
  thanks: {
    title: 'Application Submitted',
    heading: 'Application Submitted Successfully!',
    applied: 'Thank you for your application.',
    appliedFor: 'Thank you for applying for {job}.',
    next: 'What happens next?',
    steps: [
      'Our team reviews your application within 1-2 business days.',
      'If your profile matches what we are looking for, we will contact you.',
      'You will receive an email confirmation shortly.',
    ],
    otherPositions: 'View Other Positions',
  },
  form: {
    heading: 'Apply for this position',
    labels: {
      first_name: 'First name',
      last_name: 'Last name',
      email: 'Email',
      phone: 'Phone',
      motivation_letter: 'Motivation letter',
      resume: 'Resume',
    },
    optional: '(optional)',
    errorHeading: 'Application Error',
    attention: {
      one: 'One thing needs your attention: ',
      other: '{n} things need your attention: ',
    },
    letterMinimum: 'At least {min} characters',
    letterShort: '{length}/{min} characters – {left} more to go',
    letterEnough: '{length}/{min} characters – long enough',
    letterProgress: 'Over {length} of {min} characters',
    letterReached: '{min} characters reached, long enough',
    resumeRules: 'PDF, DOC or DOCX, at most {max} MB',
    resumeAgain: 'Please choose your resume again. PDF, DOC or DOCX, at most {max} MB',
    resumeChosen: 'Chosen: {name}, {size}',
    submit: 'Submit Application',
    submitting: 'Submitting...',
    upload: 'Upload of your application',
    unreachable:
      'The connection to the server was lost. Nothing you typed is lost: check your internet connection, then submit again.',
    failed: 'Failed to submit application. Please check your input and try again.',
  },
  errors,
  mail: {
    receipt: {
      subject: 'Your application to {site}: {job} (#{reference})',
      heading: 'Thank you for applying',
      greeting: 'Dear {name},',
      greetingWithoutName: 'Hello,',
      received: "We've received your application for “{job}” at {site}.",
      job: 'Position',
      date: 'Received',
      reference: 'Reference',
      next: 'What happens next?',
      steps: [
        'Our team reviews your application within 1-2 business days.',
        'If your profile matches what we are looking for, we will contact you.',
        "You don't need to do anything until then.",
      ],
      reply: 'Need to add or correct something? Just reply to this email.',
      footer:
        "You're receiving this because someone applied to {site} with this email address. If it wasn't you, ignore this email.",
    },
  },
}
