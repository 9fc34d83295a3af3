/** Details that collapse on a phone only: on a wider screen they are open, and their summary is not a tab stop. */
export function openPhoneDetails() {
  const wide = matchMedia('(width >= 48rem)');
  const update = () => {
    for (const details of document.querySelectorAll<HTMLDetailsElement>('[data-phone-details]')) {
      if (wide.matches) details.open = true;
      const summary = details.querySelector('summary');
      if (summary) summary.tabIndex = wide.matches ? -1 : 0;
    }
  };
  update();
  wide.addEventListener('change', update);
}
