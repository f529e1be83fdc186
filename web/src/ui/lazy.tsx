// lazy.tsx -- a part of a page that is loaded when it is shown: dialogs and bars that most people never see.
import type { ComponentType } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { toast } from '../actions';

/** The component, once its part is there; nothing until then.  If it does not come, a dialog is closed again: then it can be asked for
 *  once more. */
export function lazy<P extends object>(load: () => Promise<{ default: ComponentType<P> }>): ComponentType<P> {
    let part: ComponentType<P> | undefined;
    return function Lazy(props: P) {
        const [, look] = useState(0);
        useEffect(() => {
            if (part) return undefined;
            let here = true;
            load().then(({ default: loaded }) => {
                part = loaded;
                if (here) look(1);
            }, () => {
                toast('error', 'A part of this page could not be loaded. Please try again, or load the page again.');
                if (here) (props as { onClose?: () => void }).onClose?.();
            });
            return () => { here = false; };
        }, []);
        const Part = part;
        return Part ? <Part {...props} /> : null;
    };
}
