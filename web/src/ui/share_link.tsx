// share_link.tsx -- a link of this server to give to others: to read, to copy, and to send by what the device has for that.
import { CopyField } from './copy';

export function ShareLink({ label, path, title, note }: { label: string; path: string; title: string; note?: string }) {
    const link = new URL(path, location.origin).href;
    return <CopyField label={label} text={link} title={title} note={note} done="Copied. Paste it into a message to your friends." />;
}
