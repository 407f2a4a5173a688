//! The few JVMTI functions that are needed, by their number in the specification; table positions are one less.
#![expect(unsafe_code, reason = "calls through the function table of the JVM")]

use crate::jni::{Object, Vm};
use std::ffi::{CStr, c_char, c_void};
use std::mem::transmute;
use std::ptr;

const JVMTI_VERSION_1_2: i32 = 0x3001_0200;
/// First bit of `jvmtiCapabilities`: can_tag_objects.
const CAN_TAG_OBJECTS: [u32; 4] = [1, 0, 0, 0];
/// Leave out objects whose class has no tag.
const FILTER_CLASS_UNTAGGED: i32 = 0x20;
const VISIT_OBJECTS: i32 = 0x100;
/// What is added to a class's tag to make the tag of its instances.
const INSTANCE: i64 = 1000;

type Functions = *const *const c_void;

/// A JVMTI environment, disposed of at the end of this value: tags and capabilities go with it.
pub(crate) struct Jvmti(*mut Functions);

macro_rules! call {
    ($self:expr, $number:literal, ($($t:ty),*) $(, $arg:expr)*) => {{
        // SAFETY: `$number` names a function of this signature in the JVMTI table; pointers are valid for the call.
        let rc = unsafe {
            let f: extern "system" fn(*mut Functions, $($t),*) -> i32 = transmute(*(*$self.0).add($number - 1));
            f($self.0, $($arg),*)
        };
        if rc == 0 { Ok(()) } else { Err(rc) }
    }};
}

/// `jvmtiHeapCallbacks`: the first entry is the one in use.
#[repr(C)]
struct HeapCallbacks {
    iteration: Option<extern "system" fn(i64, i64, *mut i64, i32, *mut c_void) -> i32>,
    others: [*const c_void; 15],
}

extern "system" fn tag_instance(class_tag: i64, _size: i64, tag: *mut i64, _length: i32, _user: *mut c_void) -> i32 {
    if class_tag != 0 {
        // SAFETY: the JVM passes a valid pointer for the length of the call.
        unsafe { *tag = class_tag + INSTANCE };
    }
    VISIT_OBJECTS
}

impl Jvmti {
    /// A new environment that can tag objects, or the JVM's error.
    pub(crate) fn new(vm: Vm) -> Result<Self, i32> {
        let jvmti = Self(vm.environment(JVMTI_VERSION_1_2)?.cast());
        call!(jvmti, 142, (*const u32), CAN_TAG_OBJECTS.as_ptr())?;
        Ok(jvmti)
    }

    /// CPUs that the JVM counts for itself: by its container or as it was told, and not those of the machine.
    pub(crate) fn processors(&self) -> Result<u64, i32> {
        let mut count = 0i32;
        call!(self, 144, (*mut i32), &raw mut count)?;
        Ok(u64::from(count.unsigned_abs()))
    }

    fn free(&self, memory: *mut c_void) {
        call!(self, 47, (*mut c_void), memory).ok();
    }

    /// Calls `each` with every loaded class and its signature (`Ljava/lang/String;`). Needs a local frame around it.
    pub(crate) fn loaded_classes(&self, mut each: impl FnMut(Object, &[u8])) -> Result<(), i32> {
        let (mut count, mut classes) = (0i32, ptr::null_mut::<*mut c_void>());
        call!(self, 78, (*mut i32, *mut *mut *mut c_void), &raw mut count, &raw mut classes)?;
        for i in 0..count as usize {
            // SAFETY: the JVM returned `count` references.
            let class = unsafe { *classes.add(i) };
            let mut name = ptr::null_mut::<c_char>();
            let signature = call!(self, 48, (*mut c_void, *mut *mut c_char, *mut *mut c_char), class, &raw mut name, ptr::null_mut());
            if signature.is_ok() && !name.is_null() {
                // SAFETY: a terminated string that the JVM allocated for us.
                each(Object(class), unsafe { CStr::from_ptr(name) }.to_bytes());
                self.free(name.cast());
            }
        }
        self.free(classes.cast());
        Ok(())
    }

    /// Marks a class so that [`Jvmti::tag_instances`] finds its instances.
    pub(crate) fn tag_class(&self, class: Object, tag: u64) -> Result<(), i32> {
        call!(self, 107, (*mut c_void, i64), class.0, tag as i64)
    }

    /// Walks the heap once, with the application stopped.
    pub(crate) fn tag_instances(&self) -> Result<(), i32> {
        let callbacks = HeapCallbacks { iteration: Some(tag_instance), others: [ptr::null(); 15] };
        call!(
            self,
            116,
            (i32, *mut c_void, *const HeapCallbacks, *const c_void),
            FILTER_CLASS_UNTAGGED,
            ptr::null_mut(),
            &raw const callbacks,
            ptr::null()
        )
    }

    /// Instances of the classes tagged `tag`, as local references.
    pub(crate) fn instances(&self, tag: u64) -> Result<Vec<Object>, i32> {
        let tag = tag as i64 + INSTANCE;
        let (mut count, mut objects) = (0i32, ptr::null_mut::<*mut c_void>());
        call!(
            self,
            114,
            (i32, *const i64, *mut i32, *mut *mut *mut c_void, *mut *mut i64),
            1,
            &raw const tag,
            &raw mut count,
            &raw mut objects,
            ptr::null_mut()
        )?;
        // SAFETY: the JVM returned `count` references.
        let found = (0..count as usize).map(|i| Object(unsafe { *objects.add(i) })).collect();
        self.free(objects.cast());
        Ok(found)
    }
}

impl Drop for Jvmti {
    fn drop(&mut self) {
        call!(self, 127, ()).ok();
    }
}
