create index stop_parcel_idx on stop (parcel_no, passed_at);
