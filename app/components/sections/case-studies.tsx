import { Badge } from '../ui/badge.tsx';
import { CheckList } from '../ui/check-list.tsx';

type CaseStudy = { industry: string; title: string; summary: string; results: string[]; badge: string };

export function CaseStudies({ items }: { items: CaseStudy[] }) {
  return (
    <ol className="divide-y divide-line border-y border-line">
      {items.map((item) => (
        <li key={item.title} className="grid gap-x-12 gap-y-5 py-8 lg:grid-cols-[15rem_1fr_1fr]">
          <div>
            <p className="mb-3 text-sm text-muted">{item.industry}</p>
            <Badge variant="secondary">{item.badge}</Badge>
          </div>
          <div>
            <h3 className="text-xl">{item.title}</h3>
            <p className="mt-3 text-muted">{item.summary}</p>
          </div>
          <CheckList items={item.results} className="content-start" />
        </li>
      ))}
    </ol>
  );
}
