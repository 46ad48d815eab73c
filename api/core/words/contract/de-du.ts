import { de } from './de.ts'
import { type Differences, withDifferences } from './differences.ts'

/** German for companies that say "du": only the texts that address the reader. */
export const differences: Differences<typeof de> = {
  site: { noJobs: 'Im Moment haben wir keine offenen Stellen. Schau gern später wieder vorbei!' },
  failure: { ours: 'Bei uns ist etwas schiefgelaufen. Bitte versuche es gleich noch einmal.' },
  maintenance: {
    text: 'Wir arbeiten gerade an dieser Website. Bitte schau in Kürze wieder vorbei.',
  },
  unavailable: {
    text: 'Diese Seite kann gerade nicht angezeigt werden. Bitte versuche es in einigen Minuten noch einmal.',
    form: 'Falls du ein Formular senden wolltest: Es wurde nicht gesendet. Geh dorthin zurück, deine Eingaben sind noch da.',
  },
  jobs: {
    noMatch: 'Keine Stelle passt zu deiner Suche.',
    noMatchFor: 'Keine Stelle passt zu „{q}“. Prüfe die Schreibweise oder verwende weniger Wörter.',
  },
  alerts: {
    offer: 'Wir schreiben dir, wenn es neue Stellen gibt: {filter}.',
    offerAll: 'Wir schreiben dir, wenn es neue Stellen gibt.',
    hint: 'Zuerst senden wir dir einen Link zur Bestätigung. Du kannst die E-Mails jederzeit abbestellen.',
    sentTitle: 'Sieh in dein Postfach',
    sent: 'Eine E-Mail mit einem Link ist unterwegs. Neue Stellen senden wir erst, wenn du dort bestätigt hast. Es kann einige Minuten dauern; sieh auch im Spam-Ordner nach.',
    confirm: { doneTitle: 'Du erhältst neue Stellen per E-Mail' },
    manageTitle: 'Deine E-Mails zu neuen Stellen',
    saved: 'Deine Auswahl ist gespeichert.',
    download: 'Deine Daten herunterladen',
    left: 'Du erhältst keine E-Mails mehr zu diesen Stellen. Deine Adresse haben wir aus dieser Liste gelöscht.',
  },
  job: {
    yourLetter: 'Dein Anschreiben',
    yourAnswers: 'Deine Antworten',
    notSent:
      'Deine Bewerbung wurde nicht gesendet. Kopiere, was du behalten möchtest; es bleibt auf dieser Seite, bis du sie verlässt.',
  },
  preview: {
    goneText:
      'Der Link ist abgelaufen, oder der Entwurf wurde veröffentlicht oder verworfen. Bitte die Person, die ihn gesendet hat, um einen neuen.',
  },
  shared: {
    checking: 'Der Lebenslauf wird auf Viren geprüft. Lade diese Seite in einer Minute neu.',
    failed:
      'Der Lebenslauf kann hier nicht angezeigt werden. Frag die Person, die dir den Link gesendet hat.',
    goneText: 'Bitte die Person, die ihn gesendet hat, um einen neuen.',
  },
  accessibility: {
    contactTitle: 'Schreib uns',
    write:
      'Wenn dich hier etwas daran hindert, dich zu bewerben, schreib an {email}. Auch auf diesem Weg kannst du dich bewerben.',
  },
  consent: {
    question:
      'Dürfen wir deinen Besuch mit Google Analytics zählen? Google erfährt dann, dass du hier warst. Alles funktioniert auch ohne.',
  },
  nextSteps: {
    review: 'Unser Team prüft deine Bewerbung innerhalb von {time}.',
    contact: 'Wenn dein Profil zu dem passt, was wir suchen, melden wir uns bei dir.',
  },
  thanks: {
    applied: 'Vielen Dank für deine Bewerbung.',
    notApplied:
      'Diese Seite bestätigt eine Bewerbung. Wenn du noch keine gesendet hast, wähle eine Stelle und bewirb dich.',
    appliedFor: 'Vielen Dank für deine Bewerbung: {job}.',
    confirmation: 'Du erhältst in Kürze eine Bestätigung per E-Mail.',
    saveLink: 'Speichere den Link zu deiner Bewerbung',
    own: 'Deine Bewerbung ansehen',
  },
  application: {
    title: 'Deine Bewerbung',
    titleFor: 'Deine Bewerbung: {job}',
    signOutHelp: 'Tu das, wenn andere dieses Gerät mitbenutzen.',
    keepLink: 'Speichere den Link zu deiner Bewerbung. Er führt dich wieder auf diese Seite:',
    state: {
      pending: 'Deine Bewerbung liegt uns vor',
      shortlisted: 'Du bist in der engeren Auswahl',
      rejected: 'Wir können deine Bewerbung leider nicht weiter berücksichtigen',
      selected: 'Wir möchten mit dir zusammenarbeiten',
      withdrawn: 'Du hast diese Bewerbung zurückgezogen',
    },
    answerBy: 'Wir möchten dir bis zum {date} antworten, per E-Mail an {email}.',
    answerByWithoutMail: 'Wir möchten dir bis zum {date} antworten.',
    next: {
      rejected:
        'Vielen Dank für die Zeit, die du dir genommen hast. Bewirb dich gern auf eine andere Stelle.',
      ended:
        'Wir suchen für diese Stelle niemanden mehr. Was du gesendet hast, kannst du weiterhin herunterladen oder löschen.',
    },
    interview: {
      choose: 'Wähle einen Termin für dein Gespräch',
      own: '{time} in deiner Zeitzone, {zone}',
      timeRequired: 'Wähle einen der Termine',
      noneLeft: 'Keiner dieser Termine ist mehr frei. Teile uns unten mit, wann du Zeit hast.',
      noneText: 'Wann würde es dir passen? (optional)',
      booked: 'Dein Gespräch ist gebucht',
      cancelText: 'Teile uns mit, warum, oder wann es dir passen würde (optional)',
      took: 'Dein Gespräch war zu dieser Zeit',
      declined: 'Du hast um andere Termine für dein Gespräch gebeten.',
      canceledByYou: 'Du hast dieses Gespräch abgesagt.',
    },
    undoUntil: 'Du kannst dies bis zum {time} rückgängig machen.',
    sent: 'Was du gesendet hast',
    unconfirmed:
      'Wir haben einen Link an {email} gesendet. Öffne ihn innerhalb von 24 Stunden, um diese Adresse zu bestätigen; bis dahin schreiben wir weiter an {old}.',
    events: {
      received: 'Wir haben deine Bewerbung erhalten',
      email: 'Wir haben dir eine E-Mail gesendet: {subject}',
      emailWithoutSubject: 'Wir haben dir eine E-Mail gesendet',
      decision: 'Du hast unsere Entscheidung erhalten',
      withdrawn: 'Du hast deine Bewerbung zurückgezogen',
      interview_booked: 'Du hast einen Termin für ein Gespräch gewählt',
      interview_declined: 'Du hast um andere Termine für ein Gespräch gebeten',
      interview_canceled_by_you: 'Du hast ein Gespräch abgesagt',
      message_from_you: 'Du hast uns geschrieben',
      message_from_us: 'Wir haben dir geschrieben',
      file_requested: 'Wir haben dich um eine Datei gebeten: {subject}',
      file_sent: 'Du hast uns eine Datei gesendet: {subject}',
    },
    messages: {
      none: 'Hier kannst du {site} schreiben. Wenn wir antworten, erhältst du eine E-Mail.',
      noneWithoutMail: 'Hier kannst du {site} schreiben. Wenn wir antworten, findest du es hier.',
      you: 'Du',
      label: 'Deine Nachricht',
      unreadable:
        'Die Nachrichten können gerade nicht angezeigt werden. Bitte lade die Seite in Kürze neu.',
    },
    documents: { heading: 'Dateien, die wir von dir benötigen' },
    actions: 'Deine Bewerbung verwalten',
    emailHelp:
      'Wir senden einen Link an die neue Adresse. Die Änderung gilt, sobald du ihn öffnest.',
    download: 'Kopie deiner Bewerbung herunterladen',
    downloadHelp:
      'Die Kopie enthält, was du gesendet hast und was wir dir geschrieben haben. Möglicherweise haben wir weitere Daten über dich, etwa unsere Notizen: Schreib uns, um sie anzufordern.',
    revokeConsentHelp:
      'Du hast zugestimmt, dass wir deine Bewerbung bis {month} für spätere Stellen aufbewahren. Das kannst du jederzeit widerrufen.',
    newLinkHelp:
      'Befürchtest du, dass jemand anderes diesen Link hat? Wir senden einen neuen an {email}. Sobald du ihn öffnest, funktioniert dieser nicht mehr.',
    ask: {
      withdraw: {
        heading: 'Deine Bewerbung für „{job}“ zurückziehen?',
        text: 'Wir berücksichtigen dich dann nicht mehr für diese Stelle. Du kannst das zehn Minuten lang rückgängig machen.',
        booked:
          'Dein Gespräch am {time} findet dann nicht statt, und wir informieren die Personen, die du getroffen hättest. Bitte entferne es aus deinem eigenen Kalender.',
        comesBack: 'Wenn du das Zurückziehen rückgängig machst, findet das Gespräch doch statt.',
        proposed:
          'Das Gespräch, das wir vorgeschlagen haben, findet nicht statt, es sei denn, du machst das Zurückziehen rückgängig.',
      },
      erase: {
        heading: 'Alles zu deiner Bewerbung für „{job}“ löschen?',
        text: 'Was du gesendet hast, deine Dateien und unsere E-Mails werden endgültig gelöscht, und wir berücksichtigen dich nicht mehr. Lade zuerst eine Kopie herunter, wenn du eine behalten möchtest. Wir senden dir einen Link zur Bestätigung.',
      },
    },
    done: {
      phone: 'Deine Telefonnummer ist gespeichert.',
      email:
        'Wir haben einen Link an deine neue Adresse gesendet. Die Änderung gilt, sobald du ihn öffnest.',
      resume: 'Dein Lebenslauf ist ersetzt.',
      pick: 'Dein Gespräch ist gebucht. Wir senden dir eine Einladung für deinen Kalender.',
      decline: 'Wir haben die Personen informiert, die du getroffen hättest.',
      withdraw: 'Deine Bewerbung ist zurückgezogen.',
      'undo-withdraw': 'Wir berücksichtigen deine Bewerbung wieder.',
      erase:
        'Wir haben dir einen Link gesendet. Öffne ihn innerhalb von 24 Stunden, um alles zu löschen. Noch ist nichts gelöscht.',
      'revoke-consent': 'Wir bewahren deine Bewerbung nicht mehr für spätere Stellen auf.',
      'renew-consent': 'Wir bewahren deine Bewerbung länger für spätere Stellen auf.',
      message: 'Deine Nachricht ist gesendet.',
      document: 'Wir haben deine Datei erhalten.',
      resend:
        'Wir senden dir einen neuen Link. Sobald du ihn öffnest, funktioniert dieser nicht mehr.',
    },
    unreadable: 'Deine Bewerbung kann gerade nicht angezeigt werden',
    invitationGone: {
      text: 'Vielleicht wurde sie schon verwendet oder ist zu alt. Auf jede offene Stelle kannst du dich weiterhin bewerben.',
    },
    lost: {
      text: 'Prüfe, ob du ihn vollständig kopiert hast. Vielleicht hat ihn ein neuerer Link ersetzt, oder die Bewerbung wurde gelöscht.',
    },
    links: {
      title: 'Deine Bewerbung finden',
      text: 'Gib die E-Mail-Adresse ein, mit der du dich beworben hast. Wir senden dir einen Link zu jeder deiner Bewerbungen.',
      again:
        'Gib die E-Mail-Adresse ein, mit der du dich beworben hast; wir senden dir einen neuen Link.',
      signedOut: 'Du hast dich auf diesem Gerät von dieser Seite abgemeldet.',
      sentTitle: 'Sieh in dein Postfach',
      sent: 'Wenn uns eine Bewerbung von dieser Adresse vorliegt, ist ein Link unterwegs. Es kann einige Minuten dauern; sieh auch im Spam-Ordner nach.',
    },
    confirm: {
      email: {
        text: 'Wir schreiben dir dann zu deiner Bewerbung für „{job}“ an {email}.',
        doneTitle: 'Deine E-Mail-Adresse ist bestätigt',
        done: 'Ab jetzt schreiben wir dir an die neue Adresse.',
      },
      erase: {
        heading: 'Alles zu deiner Bewerbung für „{job}“ löschen?',
        text: 'Was du gesendet hast, deine Dateien und unsere E-Mails werden endgültig gelöscht. Das kann nicht rückgängig gemacht werden.',
        done: 'Wir haben nichts mehr zu dieser Bewerbung. Du kannst dich gern erneut bewerben.',
      },
      restore_email: {
        heading: 'Deine frühere E-Mail-Adresse wieder verwenden?',
        text: 'Wir schreiben dir zu deiner Bewerbung für „{job}“ dann wieder an {email}. Links, die andere haben könnten, funktionieren nicht mehr, und wir senden dir einen neuen.',
        doneTitle: 'Deine frühere E-Mail-Adresse gilt wieder',
        done: 'Wir schreiben wieder an diese Adresse und haben dir einen neuen Link zu deiner Bewerbung gesendet.',
      },
      lost: {
        text: 'Vielleicht wurde er schon verwendet oder ist zu alt. Ihn erneut zu öffnen, ändert nichts. Du kannst von deiner Bewerbung aus neu beginnen.',
      },
    },
  },
  form: {
    attention: { one: 'Bitte prüfe eine Angabe: ', other: 'Bitte prüfe {n} Angaben: ' },
    letterMinimumIfAny: 'Falls du eines schreibst: mindestens {min} Zeichen, etwa {words} Wörter',
    editor: { linkInvalid: 'Gib eine Webadresse, E-Mail-Adresse oder tel:-Nummer ein.' },
    resumeAgain: 'Bitte wähle deinen Lebenslauf erneut aus. PDF, DOC oder DOCX, höchstens {max} MB',
    fileAgain: 'Bitte wähle diese Datei erneut aus. PDF, DOC oder DOCX, höchstens {max} MB',
    oneFile:
      'Bitte leg nur eine Datei ab. Wenn du mehrere hast, fasse sie in einer PDF-Datei zusammen.',
    fileKept: '{name}, {size}, gespeichert. Wähle eine andere Datei, um sie zu ersetzen',
    clearAsk:
      'Formular leeren? Deine Eingaben und ausgewählten Dateien werden von dieser Seite und diesem Gerät entfernt.',
    notKept: 'Dein Browser lässt nicht zu, dass diese Seite etwas speichert.',
    readNotice: 'So gehen wir mit deinen Daten um: {notice}.',
    sending: 'Deine Bewerbung wird gesendet',
    sent: 'Du hast diese Bewerbung gesendet.',
    seeSent: 'Deine Bewerbung ansehen',
    upload: 'Hochladen deiner Bewerbung',
    unreachable:
      'Die Verbindung zum Server ist abgebrochen. Deine Eingaben sind nicht verloren: Prüfe deine Internetverbindung und sende die Bewerbung dann erneut ab.',
    changed:
      'Die Fragen dieses Formulars haben sich geändert. Lade die Seite neu, um sie zu sehen: Deine Eingaben und ausgewählten Dateien bleiben erhalten.',
    removed:
      'Während du schriebst, wurde eine Frage aus diesem Formular entfernt. Prüfe das Formular und sende es erneut ab. Du hattest geantwortet:',
    failed:
      'Die Bewerbung konnte nicht gesendet werden. Bitte prüfe deine Eingaben und versuche es erneut.',
    notSent:
      'Senden ist gerade nicht möglich. Deine Eingaben sind nicht verloren. Versuche es in einer Minute noch einmal.',
    tooLargeToSend:
      'Wir konnten sie nicht senden: Deine Dateien sind zusammen zu groß. Deine Eingaben sind nicht verloren. Wähle kleinere Dateien und versuche es erneut.',
  },
  errors: {
    jobRequired: 'Wähle eine Stelle',
    jobClosed:
      'Diese Stelle wurde gerade geschlossen, daher wurde deine Bewerbung nicht gesendet. Kopiere, was du behalten möchtest; es bleibt auf dieser Seite, bis du sie verlässt.',
    emailMalformed: 'Gib eine E-Mail-Adresse wie name@example.com ein',
    phoneMalformed: 'Gib eine Telefonnummer mit Ziffern ein oder lass das Feld leer',
    formTooLarge:
      'Dein Anschreiben und deine Antworten sind zusammen zu lang: Kürze sie auf höchstens {max} KB',
    letterTooShort: 'Das Anschreiben muss mindestens {min} Zeichen lang sein; deines hat {length}',
    letterTooLong: 'Das Anschreiben darf höchstens {max} Zeichen lang sein; deines hat {length}',
    resumeGone: 'Wähle deinen Lebenslauf erneut aus',
    fileGone: 'Wähle diese Datei erneut aus',
    fileChanged: '{name} wurde nach dem Auswählen geändert; wähle die Datei erneut aus',
    resumeFromWriter:
      '{file} muss eine PDF-, DOC- oder DOCX-Datei sein. Speichere als PDF und wähle die Datei erneut aus: in LibreOffice Writer Datei > Exportieren als > Als PDF exportieren.',
    resumeFromWord:
      '{file} muss eine PDF-, DOC- oder DOCX-Datei sein. Speichere als PDF und wähle die Datei erneut aus: in Word Datei > Speichern unter > PDF.',
    resumeFromPages:
      '{file} muss eine PDF-, DOC- oder DOCX-Datei sein. Speichere als PDF und wähle die Datei erneut aus: in Pages Ablage > Exportieren > PDF.',
    resumeFromDocs:
      '{file} muss eine PDF-, DOC- oder DOCX-Datei sein. Speichere als PDF und wähle die Datei erneut aus: in Google Docs Datei > Herunterladen > PDF-Dokument.',
    resumeFromRtf:
      '{file} muss eine PDF-, DOC- oder DOCX-Datei sein. Speichere als PDF und wähle die Datei erneut aus: in Word Datei > Speichern unter > PDF; in TextEdit Ablage > Als PDF exportieren.',
    resumeFromText:
      '{file} muss eine PDF-, DOC- oder DOCX-Datei sein. Speichere als PDF und wähle die Datei erneut aus: im Windows-Editor Datei > Drucken > Microsoft Print to PDF; in TextEdit Ablage > Als PDF exportieren.',
    resumeFromPhone:
      '{file} muss eine PDF-, DOC- oder DOCX-Datei sein. Speichere das Foto als PDF und wähle es erneut aus: auf dem iPhone Teilen > Drucken, dann die Vorschau teilen.',
    resumeEncrypted:
      'Diese Datei ist mit einem Passwort geschützt, daher könnte unser Team sie nicht öffnen. Speichere eine Kopie ohne Passwort und wähle diese aus.',
    resumeMacros:
      'Diese Datei enthält Makros, die unser Team nicht öffnen darf. Speichere sie als PDF und wähle sie erneut aus: in Word Datei > Speichern unter > PDF.',
    resumeEmbedded:
      'Diese Datei enthält eine weitere Datei oder ein Programm, die unser Team nicht öffnen darf. Speichere sie als PDF und wähle sie erneut aus: in Word Datei > Speichern unter > PDF.',
    resumeRemote:
      'Diese Datei lädt beim Öffnen Inhalte von einem anderen Computer. Speichere sie als PDF und wähle sie erneut aus: in Word Datei > Speichern unter > PDF.',
    answerRequired: 'Beantworte diese Frage',
    answerNumberRequired: 'Gib eine Zahl ein',
    answerDateRequired: 'Gib ein Datum ein',
    answerChoose: 'Wähle eine Antwort',
    answerOption: 'Wähle eine der vorgegebenen Antworten',
    answerNumber:
      'Gib eine Zahl in Ziffern ein, ohne Leerzeichen, mit Punkt statt Komma: etwa 3 oder 2.5',
    answerDigits: 'Gib eine Zahl mit höchstens {max} Ziffern ein',
    answerZeros: 'Lass die Nullen am Anfang weg: Gib {number} ein',
    answerDate: 'Gib ein Datum ein, etwa 2026-03-31',
    answerYear: 'Gib das Jahr mit vier Ziffern ein, etwa 1985',
    answerFileRequired: 'Wähle eine Datei aus',
    answerWithFile: 'Beantworte diese Frage mit einer Datei',
    answerWithoutFile: 'Beantworte diese Frage ohne Datei',
    answerTooLong: 'Kürze diese Antwort',
  },
  server: {
    unknownLanguage:
      'Diese Sprache gibt es auf dieser Website nicht. Lade die Seite neu und versuche es noch einmal.',
    tooManyApplications:
      'Zu viele Bewerbungen aus deinem Netzwerk. Bitte warte einige Minuten und sende deine Bewerbung erneut; deine Eingaben sind nicht verloren.',
    tooManyCalendars:
      'Kalender wurden aus deinem Netzwerk zu oft abgerufen. Bitte warte einige Minuten und versuche es erneut.',
    tooManyLinks:
      'Zu viele Links angefordert. Sieh in dein Postfach oder versuche es in einigen Minuten erneut.',
    tooManyMessages:
      'Zu viele Nachrichten aus deinem Netzwerk. Bitte warte einige Minuten und sende deine Nachricht erneut; deine Eingaben sind nicht verloren.',
    tooManyFiles:
      'Zu viele Dateien aus deinem Netzwerk. Bitte warte einige Minuten, wähle die Datei dann aus und sende sie erneut.',
    tooManyVisits:
      'Persönliche Seiten wurden aus deinem Netzwerk zu oft geöffnet. Bitte warte einige Minuten und versuche es erneut.',
    tooManySearches:
      'Zu viele Suchanfragen aus deinem Netzwerk. Bitte warte einige Minuten und versuche es erneut.',
    tooManyUploads:
      'Gerade senden zu viele Menschen gleichzeitig etwas. Bitte versuche es gleich noch einmal.',
    tooSlow: 'Der Rest deiner Anfrage ist nicht rechtzeitig angekommen. Bitte sende sie erneut.',
    busy: 'Diese Website ist gerade stark ausgelastet. Bitte versuche es gleich noch einmal.',
    maintenance:
      'An der Website wird gearbeitet; sie ist bald wieder da. Bitte versuche es später erneut.',
    maintenanceOfForm:
      'An der Website wird gearbeitet; sie ist bald wieder da. Deine Eingaben sind nicht verloren: Bitte sende sie später erneut.',
    diskFull: 'Der Speicher ist voll: Nichts wurde gespeichert. Bitte versuche es später erneut.',
    filesUnavailable:
      'Dateien können gerade nicht gespeichert oder gelesen werden. Bitte versuche es erneut.',
    unavailable: 'Der Dienst ist gerade nicht verfügbar. Bitte versuche es gleich noch einmal.',
  },
  candidate: {
    unknownLink:
      'Dieser Link funktioniert nicht. Fordere mit deiner E-Mail-Adresse einen neuen an.',
    changedMeanwhile:
      'Deine Bewerbung hat sich inzwischen geändert. Bitte sieh sie dir an und versuche es erneut.',
    undoTooLate: 'Das Zurückziehen kann nicht mehr rückgängig gemacht werden. Bitte schreib uns.',
    notRenewable:
      'Wir können diese Bewerbung nicht länger für spätere Stellen aufbewahren. Bitte bewirb dich erneut, wenn eine zu dir passt.',
    resumeDecided:
      'Unsere Entscheidung liegt dir vor, daher kann der Lebenslauf nicht mehr ersetzt werden.',
    resumeWithdrawn:
      'Du hast diese Bewerbung zurückgezogen, daher kann der Lebenslauf nicht mehr ersetzt werden.',
    onHoldContact: 'Bitte schreib an {contact}.',
    messageRequired: 'Bitte schreib eine Nachricht.',
    tooManyMessages:
      'Du hast so viele Nachrichten gesendet, wie wir an einem Tag annehmen können. Bitte sende diese morgen oder schreib uns per E-Mail.',
    tooManyFiles:
      'Du hast so viele Dateien und Nachrichten gesendet, wie wir an einem Tag annehmen können. Bitte sende diese Datei morgen oder per E-Mail.',
    documentAsked: 'Bitte sende uns: {name}',
    documentAskedBy: 'Bitte sende uns bis zum {due}: {name}',
    unknownDocument:
      'Diese Anfrage gibt es nicht. Lade die Seite neu, um zu sehen, worum wir dich bitten.',
    filesNotScanned:
      'Deine Dateien werden noch auf Viren geprüft. Bitte versuche es in einer Minute noch einmal.',
    documentRequired: 'Bitte wähle eine Datei aus.',
    pictureType: 'Bitte wähle ein Bild aus: JPEG, PNG oder WebP.',
    pictureUnreadable:
      'Dieses Bild ist nicht lesbar. Bitte speichere es erneut als JPEG oder PNG, mit höchstens 30 Megapixeln, und wähle diese Datei aus.',
    documentWithdrawn:
      'Du hast diese Bewerbung zurückgezogen, daher können keine Dateien mehr gesendet werden.',
    unknownInterview:
      'Dieses Gespräch gibt es nicht. Lade die Seite neu, um unsere Vorschläge zu sehen.',
    interviewDeclined:
      'Du hast uns mitgeteilt, dass keiner der Termine passt. Wir schlagen andere vor; bitte warte auf unsere E-Mail.',
    interviewBooked:
      'Du hast bereits einen Termin gewählt. Sag ihn zuerst ab, wenn du nicht kommen kannst.',
    timeNotProposed:
      'Dieser Termin gehört nicht zu unseren aktuellen Vorschlägen. Bitte wähle einen anderen.',
    timeTaken:
      'Dieser Termin ist inzwischen vergeben. Bitte wähle einen anderen oder bitte uns um andere Termine.',
    timePassed:
      'Dieser Termin ist vorbei. Bitte wähle einen anderen oder bitte uns um andere Termine.',
    tooManyMails:
      'Wir haben dir heute schon mehrere E-Mails gesendet. Bitte suche danach, auch im Spam-Ordner, oder versuche es morgen erneut.',
  },
  mail: {
    receipt: {
      subject: 'Deine Bewerbung bei {site}: {job} ({reference})',
      heading: 'Vielen Dank für deine Bewerbung',
      greeting: 'Hallo {name},',
      greetingWithoutName: 'Hallo,',
      received: 'deine Bewerbung auf die Stelle „{job}“ ist bei {site} eingegangen.',
      link: 'Deine Bewerbung ansehen',
      answers: 'Deine Antworten',
      noNeedToAct: 'Bis dahin brauchst du nichts zu tun.',
      reply: 'Möchtest du etwas ergänzen oder korrigieren? Antworte einfach auf diese E-Mail.',
      footer:
        'Du erhältst diese E-Mail, weil sich jemand mit dieser Adresse bei {site} beworben hat. Wenn du das nicht warst, ignoriere diese E-Mail.',
    },
    link: {
      subject: 'Der Link zu deiner Bewerbung: {job} ({reference})',
      heading: 'Der Link zu deiner Bewerbung',
      why: 'deine Bewerbung auf die Stelle „{job}“ bei {site}: Jemand hat dafür einen neuen Link angefordert. Sobald du ihn öffnest, funktionieren frühere Links nicht mehr.',
      link: 'Deine Bewerbung ansehen',
      footer:
        'Du erhältst diese E-Mail, weil du dich mit dieser Adresse bei {site} beworben hast. Wenn du den Link nicht angefordert hast, kannst du diese E-Mail ignorieren.',
    },
    links: {
      subject: 'Die Links zu deinen Bewerbungen bei {site}',
      heading: 'Die Links zu deinen Bewerbungen',
      why: 'deine Bewerbungen bei {site}: Jemand hat dafür neue Links angefordert. Sobald du einen öffnest, funktionieren frühere Links zu derselben Bewerbung nicht mehr.',
      footer:
        'Du erhältst diese E-Mail, weil du dich mit dieser Adresse bei {site} beworben hast. Wenn du die Links nicht angefordert hast, kannst du diese E-Mail ignorieren.',
    },
    earlier: {
      subject: 'Du hast dich bereits auf diese Stelle beworben: {job} ({reference})',
      heading: 'Du hast dich bereits beworben',
      why: 'deine E-Mail-Adresse wurde gerade für eine Bewerbung auf die Stelle „{job}“ bei {site} verwendet; eine Bewerbung von dieser Adresse liegt uns bereits vor. Beide gelten, und an der ersten hat sich nichts geändert. Du kannst sie hier ansehen, ändern oder zurückziehen:',
      link: 'Deine erste Bewerbung ansehen',
      footer:
        'Du erhältst diese E-Mail, weil sich jemand mit dieser Adresse bei {site} beworben hat. Wenn du das nicht warst, ignoriere diese E-Mail.',
    },
    stillReading: {
      why: 'deine Bewerbung für „{job}“ wollten wir bis jetzt beantworten. Bisher wurde keine Entscheidung bekannt gegeben.',
      link: 'Deine Bewerbung ansehen',
      footer:
        'Du erhältst diese E-Mail, weil du dich bei {site} beworben hast (Referenz {reference}).',
    },
    message: {
      subject: 'Du hast eine Nachricht zu deiner Bewerbung: {job}',
      heading: 'Du hast eine Nachricht',
      why: '{site} hat dir zu deiner Bewerbung für „{job}“ geschrieben. Auf deiner persönlichen Seite kannst du die Nachricht lesen und beantworten.',
      withText: '{site} hat dir zu deiner Bewerbung für „{job}“ geschrieben:',
      footer:
        'Du erhältst diese E-Mail, weil du dich bei {site} beworben hast (Referenz {reference}).',
    },
    jobInvitation: {
      heading: 'Du bist zur Bewerbung eingeladen',
      why: 'Bei {site} ist eine Stelle offen, die zu dir passen könnte: „{job}“. Dein Name und deine Kontaktdaten stehen schon im Formular. Gesendet wird erst, wenn du es absendest; der Link gilt 30 Tage.',
      footer:
        'Du erhältst diese E-Mail, weil du dich bei {site} beworben hast (Referenz {reference}).',
    },
    alertConfirm: {
      why: 'an diese Adresse sollen neue Stellen bei {site} gesendet werden: {filter}. Bestätige das innerhalb von 7 Tagen, dann beginnen die E-Mails.',
      footer:
        'Wenn du das nicht warst, ignoriere diese E-Mail. Es kommt keine weitere, und nach 7 Tagen löschen wir deine Adresse.',
    },
    alertRenew: {
      subject: 'Möchtest du weiterhin neue Stellen bei {site} per E-Mail erhalten?',
      heading: 'Möchtest du diese E-Mails weiterhin?',
      why: 'du erhältst von uns neue Stellen bei {site}: {filter}. Wenn du das weiterhin möchtest, bestätige es bis zum {date}. Sonst enden die E-Mails, und wir löschen deine Adresse.',
      footer: 'Du erhältst diese E-Mail, weil du neue Stellen bei {site} abonniert hast.',
    },
    alert: { footer: 'Du erhältst diese E-Mail, weil du neue Stellen bei {site} abonniert hast.' },
    keepRenewal: {
      subject: 'Dürfen wir deine Bewerbung länger aufbewahren? {job}',
      heading: 'Dürfen wir deine Bewerbung länger aufbewahren?',
      why: 'du hast zugestimmt, dass {site} deine Bewerbung für „{job}“ bis {month} für spätere Stellen aufbewahrt. Wenn du das weiterhin möchtest, kannst du deine Zustimmung bis {renewed} verlängern. Wenn du nichts tust, endet sie von selbst.',
      footer:
        'Du erhältst diese E-Mail, weil du dich bei {site} beworben hast (Referenz {reference}).',
    },
    keepRenewals: {
      subject: 'Dürfen wir deine Bewerbungen bei {site} länger aufbewahren?',
      heading: 'Dürfen wir deine Bewerbungen länger aufbewahren?',
      why: 'du hast zugestimmt, dass {site} diese Bewerbungen bis {month} für spätere Stellen aufbewahrt. Wenn du das weiterhin möchtest, kannst du deine Zustimmung für jede Bewerbung auf deren Seite bis {renewed} verlängern. Was du nicht verlängerst, endet von selbst.',
      footer: 'Du erhältst diese E-Mail, weil du dich mit dieser Adresse bei {site} beworben hast.',
    },
    interview: {
      proposed: {
        subject: 'Wähle einen Termin für dein Gespräch: {job}',
        heading: 'Wähle einen Termin für dein Gespräch',
        why: 'deine Bewerbung auf die Stelle „{job}“ möchten wir gern mit dir besprechen. Bitte wähle auf deiner persönlichen Seite einen dieser Termine, oder teile uns dort mit, dass keiner davon passt.',
        byReply:
          'deine Bewerbung auf die Stelle „{job}“ möchten wir gern mit dir besprechen. Bitte antworte auf diese E-Mail mit dem Termin, der dir passt, oder teile uns mit, dass keiner davon passt.',
      },
      changed: {
        subject: 'Unser Vorschlag für dein Gespräch hat sich geändert: {job}',
        why: 'dein Gespräch zur Stelle „{job}“: Wir haben unseren Vorschlag dafür geändert ({changed}). Bitte wähle auf deiner persönlichen Seite einen dieser Termine, oder teile uns dort mit, dass keiner davon passt.',
        byReply:
          'dein Gespräch zur Stelle „{job}“: Wir haben unseren Vorschlag dafür geändert ({changed}). Bitte antworte auf diese E-Mail mit dem Termin, der dir passt, oder teile uns mit, dass keiner davon passt.',
      },
      booked: {
        subject: 'Dein Gespräch ist gebucht: {job}',
        heading: 'Dein Gespräch ist gebucht',
        why: 'dein Gespräch zur Stelle „{job}“ ist gebucht. Vielen Dank für die Terminwahl; wir freuen uns auf dich. Mit der angehängten Datei trägst du das Gespräch in deinen Kalender ein.',
      },
      updated: {
        subject: 'Dein Gespräch hat sich geändert: {job}',
        heading: 'Dein Gespräch hat sich geändert',
        why: 'dein Gespräch zur Stelle „{job}“ hat sich geändert: {changed}. Unten steht der neue Stand; die angehängte Datei aktualisiert deinen Kalender.',
      },
      canceled: {
        subject: 'Dein Gespräch ist abgesagt: {job}',
        heading: 'Dein Gespräch ist abgesagt',
        why: 'dein Gespräch zur Stelle „{job}“ findet nicht statt.',
      },
      canceledByCandidate: {
        subject: 'Du hast dein Gespräch abgesagt: {job}',
        heading: 'Du hast dein Gespräch abgesagt',
        why: 'deinem Wunsch entsprechend findet dieses Gespräch zur Stelle „{job}“ nicht statt.',
      },
      withdrawn: {
        why: 'dein Gespräch zur Stelle „{job}“, das wir vorgeschlagen hatten, findet nicht statt. Du musst keinen Termin mehr wählen und brauchst nichts zu tun.',
      },
      reminder: {
        subject: 'Dein Gespräch steht bevor: {job}',
        heading: 'Dein Gespräch steht bevor',
        why: 'dein Gespräch zur Stelle „{job}“ steht bevor. Daran möchten wir dich erinnern.',
      },
      parts: { people: 'wer mit dir spricht' },
      ownZone: 'Deine persönliche Seite zeigt die Termine auch in deiner eigenen Zeitzone.',
      footer: 'Du erhältst diese E-Mail, weil du dich bei {site} beworben hast.',
    },
    confirmEmail: {
      subject: 'Bestätige deine E-Mail-Adresse für {site}',
      heading: 'Bestätige deine E-Mail-Adresse',
      why: 'deine E-Mail-Adresse soll für eine Bewerbung auf die Stelle „{job}“ bei {site} verwendet werden. Bestätige sie innerhalb von 24 Stunden, dann schreiben wir dir hierher.',
      footer: 'Wenn du das nicht warst, ignoriere diese E-Mail; dann ändert sich nichts.',
    },
    confirmErase: {
      subject: 'Bestätige das Löschen deiner Bewerbung ({reference})',
      heading: 'Deine Bewerbung löschen?',
      why: 'deine Bewerbung auf die Stelle „{job}“ bei {site} soll auf Anfrage gelöscht werden: Angaben, Anschreiben, Antworten, Dateien und E-Mails. Das kann nicht rückgängig gemacht werden. Bestätige es innerhalb von 24 Stunden:',
      footer: 'Wenn du das nicht warst, ignoriere diese E-Mail; dann wird nichts gelöscht.',
    },
    emailChanged: {
      subject: 'Die E-Mail-Adresse deiner Bewerbung wurde geändert ({reference})',
      heading: 'Deine E-Mail-Adresse wurde geändert',
      why: 'deine E-Mail-Adresse für die Bewerbung auf die Stelle „{job}“ bei {site} wurde geändert. E-Mails dazu kommen nicht mehr an diese Adresse. Wenn du das nicht warst, mach es innerhalb von drei Tagen rückgängig: Dann kommen die E-Mails wieder hierher, und alle Links zu deiner Bewerbung verlieren ihre Gültigkeit, außer einem neuen, den wir hierher senden.',
      footer: 'Wenn du das warst, brauchst du nichts zu tun.',
    },
    emailChangedByStaff: {
      subject: 'Die E-Mail-Adresse deiner Bewerbung wurde geändert ({reference})',
      heading: 'Deine E-Mail-Adresse wurde geändert',
      why: 'deine E-Mail-Adresse für die Bewerbung auf die Stelle „{job}“ bei {site} haben wir geändert. E-Mails dazu kommen nicht mehr an diese Adresse, und Links zu deiner Bewerbung funktionieren nicht mehr.',
      footer: 'Wenn du nicht darum gebeten hast, antworte umgehend auf diese E-Mail.',
    },
    answer: {
      link: 'Deine Bewerbung ansehen',
      footer: 'Du erhältst diese E-Mail, weil du dich bei {site} beworben hast.',
    },
  },
}

export const deDu = withDifferences(de, differences)
