analyze table member, festival, event, bookmark;
