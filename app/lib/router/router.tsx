import {
  Component,
  type ComponentType,
  createContext,
  type ReactNode,
  startTransition,
  use,
  useEffect,
  useLayoutEffect,
  useMemo,
  useState,
} from 'react';
import { prefetchInView } from './links.ts';
import { layOutWhole } from './lay-out-whole.ts';
import { settleScroll } from './scroll.ts';
import { Traveller, type TravelOptions, type Visit } from './traveller.ts';

export type Root = {
  Layout: ComponentType<{ children: ReactNode }>;
  default: ComponentType;
  ErrorBoundary: ComponentType;
};

type Navigate = (to: string, options?: TravelOptions) => void;
const Travel = createContext<{ visit: Visit; navigate: Navigate } | null>(null);

const useTravel = () => {
  const travel = use(Travel);
  if (travel === null) throw new Error('There is no router around this component.');
  return travel;
};

export const useVisit = () => useTravel().visit;
export const useLocation = () => useTravel().visit.location;
export const useNavigate = () => useTravel().navigate;

type NextParams = URLSearchParams | ((current: URLSearchParams) => URLSearchParams);

export function useSearchParams() {
  const { search } = useLocation();
  const navigate = useNavigate();
  const params = useMemo(() => new URLSearchParams(search), [search]);
  // Two changes in one tick build on each other: the address holds the first before the second reads it.
  const setParams = (next: NextParams, options?: TravelOptions) => {
    const changed = typeof next === 'function' ? next(new URLSearchParams(window.location.search)) : next;
    navigate(changed.size > 0 ? `?${changed.toString()}` : window.location.pathname, options);
  };
  return [params, setParams] as const;
}

export function Navigate({ to }: { to: string }) {
  const navigate = useNavigate();
  useEffect(() => navigate(to, { replace: true }), [navigate, to]);
  return null;
}

/** The page that is open. */
export function Outlet() {
  const { record, module } = useVisit().page;
  return <module.default key={record.id} loaderData={record.data} />;
}

type CatchProps = { place: string; fallback: ReactNode; children: ReactNode };

/** A page that breaks takes only itself down, and only until the next one. */
class Catch extends Component<CatchProps, { brokenPlace?: string }> {
  override state: { brokenPlace?: string } = {};

  static getDerivedStateFromProps({ place }: CatchProps, { brokenPlace }: { brokenPlace?: string }) {
    return brokenPlace === '' ? { brokenPlace: place } : null;
  }

  static getDerivedStateFromError() {
    return { brokenPlace: '' };
  }

  override render() {
    const { place, fallback, children } = this.props;
    return this.state.brokenPlace === place ? fallback : children;
  }
}

export function Router({ first, root: { Layout, default: App, ErrorBoundary } }: { first: Visit; root: Root }) {
  const [visit, show] = useState(first);
  const [traveller] = useState(() => new Traveller(first, (next) => startTransition(() => show(next))));
  const travel = useMemo(() => ({ visit, navigate: traveller.go }), [visit, traveller]);
  useEffect(() => traveller.start(), [traveller]);
  useLayoutEffect(() => {
    if (visit !== first) settleScroll(visit.scroll, visit.location);
  }, [visit, first]);
  useEffect(() => prefetchInView(visit.location.pathname), [visit.location.pathname]);
  useEffect(() => layOutWhole(), []);
  return (
    <Travel value={travel}>
      <Layout>
        <Catch place={visit.location.key} fallback={<ErrorBoundary />}>
          {visit.failure === undefined ? <App /> : <ErrorBoundary />}
        </Catch>
      </Layout>
    </Travel>
  );
}
