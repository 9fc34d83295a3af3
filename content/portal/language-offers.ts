/** Shown to readers whose browser prefers another language than the page's, in that language. */
export const languageOffers = {
  en: { text: 'The customer portal is available in English.', accept: 'Switch to English', dismiss: 'No, thank you' },
  fr: {
    text: 'L’espace client existe en français.',
    accept: 'Passer au français',
    dismiss: 'Non merci',
  },
  ar: { text: 'فضاء العملاء متاح باللغة العربية.', accept: 'التبديل إلى العربية', dismiss: 'لا، شكرا' },
};
