//! What a kubelet does with the containers of a pod, as far as probes go: for tests of the manifests in docs/warm/kubernetes, since no cluster can run here.
//! The rules are pure ([`rules`]), the numbers are those of the manifests ([`manifest`]), the processes are real ([`pod`]).

pub(crate) mod manifest;
pub(crate) mod pod;
pub(crate) mod rules;
