// shared_hand.tsx -- a hand whose data is in the address: the replayer without a server.
import { ReplayPage } from './replayer';
import type { PageProps } from './pages';

export default function SharedHandPage({ id }: PageProps) {
    return <ReplayPage data={id} />;
}
