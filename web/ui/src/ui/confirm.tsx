import { useEffect, useRef } from "preact/hooks";

import { useText } from "../i18n";

/** Confirm asks before something is done that cannot be taken back. */
export function Confirm(props: { title: string; body: string; action: string; done: (yes: boolean) => void }) {
  const t = useText();
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    dialog.current?.showModal();
  }, []);
  return (
    <dialog ref={dialog} class="dialog" aria-labelledby="confirm-title" onCancel={(e) => { e.preventDefault(); props.done(false); }}>
      <h2 id="confirm-title">{props.title}</h2>
      <p>{props.body}</p>
      <div class="row row-end">
        <button type="button" class="button" onClick={() => props.done(false)}>{t("common.cancel")}</button>
        <button type="button" class="button button-danger" onClick={() => props.done(true)}>{props.action}</button>
      </div>
    </dialog>
  );
}
