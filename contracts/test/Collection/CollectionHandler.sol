// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Test} from "forge-std/Test.sol";
import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {Collection} from "../../src/Collection.sol";
import {Platform} from "../../src/Platform.sol";
import {Settlement} from "../../src/Settlement.sol";
import {TestUSDC} from "../../src/test/TestUSDC.sol";
import {HostileHolder} from "../mocks/HostileHolder.sol";

/// @dev Acts as creators, buyers, owners, admins and a token's issuer, in any order the fuzzer chooses, and keeps its own records to
/// compare with the contract's. Token IDs come from a small range, so that actions collide.
contract CollectionHandler is Test {
    struct Known {
        address owner;
        bool minted;
        bytes32 content;
        uint256 transfers;
    }

    uint256 public constant NUMBERS = 200;
    bytes32 private constant CONTENT = "content";

    Collection private immutable _collection;
    Platform private immutable _platform;
    TestUSDC private immutable _usdc;
    address private immutable _admin;
    address private immutable _issuer;

    /// @dev Owners and buyers.
    address[4] public actors;
    /// @dev The accounts that become creator in turn: two with keys, and a wallet of the second key that sometimes refuses native coin.
    address[3] public creators;
    uint256[2] private _keys;
    address[2] public treasuries;
    address[2] public currencies;
    address public elsewhere = makeAddr("elsewhere");

    mapping(uint256 tokenId => Known) public known;
    /// @dev The last voucher signed for a token ID, to be tried again later.
    mapping(uint256 tokenId => bytes) private _vouchers;
    uint256[] private _signedNumbers;
    uint256[] private _mintedNumbers;
    uint256 public mints;
    uint256 public burns;
    /// @dev For each currency, the sum of the prices that buyers paid, and the sum of the fees, each at the rate when it was charged.
    mapping(address currency => uint256) public paid;
    mapping(address currency => uint256) public fees;
    /// @dev The current creator's fee: it only falls until the next creator takes over.
    uint256 public lowestFee;
    /// @dev The nonces below which vouchers were voided: a void voucher must never become valid.
    mapping(uint256 tokenId => uint256) public floors;
    uint256 public floorOfAll;
    mapping(string what => uint256) public count;

    constructor(Collection collection, Platform platform, TestUSDC usdc, address admin, address[2] memory where, uint256[2] memory keys) {
        (_collection, _platform, _usdc, _admin, _issuer) = (collection, platform, usdc, admin, usdc.owner());
        (treasuries, _keys, currencies) = (where, keys, [address(0), address(usdc)]);
        creators = [vm.addr(keys[0]), vm.addr(keys[1]), address(new HostileHolder(vm.addr(keys[1])))];
        for (uint256 i = 1; i < 3; ++i) {
            vm.prank(admin);
            platform.addCreator(creators[i]);
        }
        lowestFee = collection.feeBps();
        for (uint256 i = 0; i < 4; ++i) {
            actors[i] = makeAddr(string.concat("actor ", vm.toString(i)));
            vm.deal(actors[i], 1e24);
            vm.prank(actors[i]);
            usdc.approve(address(collection), type(uint256).max);
        }
    }

    function mint(uint256 tokenId, uint256 to, uint256 size) external {
        (tokenId, size) = (tokenId % NUMBERS, 1 + size % 3);
        address owner = actors[to % 4];
        bytes32[] memory contents = new bytes32[](size);
        bool free = true;
        for (uint256 i = 0; i < size; ++i) {
            contents[i] = keccak256(abi.encode(tokenId, i));
            free = free && !known[tokenId + i].minted;
        }
        vm.prank(_collection.creator());
        bool ok;
        if (size == 1) (ok,) = address(_collection).call(abi.encodeCall(Collection.safeMint, (owner, tokenId, contents[0])));
        else (ok,) = address(_collection).call(abi.encodeCall(Collection.safeMintBatch, (owner, tokenId, contents)));
        assertEq(ok, free, "a number is minted when it is free, and only then");
        if (!ok) return _count("mints refused");
        for (uint256 i = 0; i < size; ++i) _minted(tokenId + i, owner, contents[i]);
    }

    /// @dev A voucher signed by the current creator, redeemed at once or stored.
    function voucher(uint256 tokenId, uint256 terms, uint256 price, bool keep) external {
        tokenId %= NUMBERS;
        if (known[tokenId].minted) return;
        Collection.Voucher memory signed = Collection.Voucher({
            tokenId: tokenId,
            supply: 1 + terms % 3,
            price: terms % 5 == 0 ? terms % 21 : bound(price, 0, 1e18),
            currency: currencies[terms / 3 % 2],
            content: keccak256(abi.encode(tokenId, terms)),
            recipient: terms / 6 % 4 == 0 ? actors[terms / 24 % 4] : address(0),
            nonce: _collection.voucherNonce(),
            deadline: block.timestamp + 1 + terms % 30 days
        });
        bytes memory packed = abi.encode(signed, _sign(signed), _collection.creator());
        if (!keep) return _redeem(packed, tokenId, terms);
        _vouchers[tokenId] = packed;
        _signedNumbers.push(tokenId);
    }

    /// @dev Tries a stored voucher, whatever has happened since.
    function late(uint256 tokenId, uint256 who, uint256 offset) external {
        if (_signedNumbers.length == 0) return;
        tokenId = _signedNumbers[tokenId % _signedNumbers.length];
        _redeem(_vouchers[tokenId], tokenId + offset % 3, who);
    }

    function _redeem(bytes memory packed, uint256 tokenId, uint256 who) private {
        (Collection.Voucher memory terms, bytes memory signature, address signer) =
            abi.decode(packed, (Collection.Voucher, bytes, address));
        address payer = actors[who % 4];
        address to = actors[who / 4 % 4];
        bool good = !known[tokenId].minted && tokenId - terms.tokenId < terms.supply && block.timestamp <= terms.deadline
            && (terms.recipient == address(0) || terms.recipient == to) && signer == _collection.creator();
        if (good) good = terms.nonce >= floors[tokenId] && terms.nonce >= floorOfAll;
        uint256 due = _debt(terms.currency);
        vm.prank(payer);
        try _collection.redeem{value: terms.currency == address(0) ? terms.price : 0}(terms, tokenId, to, signature) {
            assertTrue(good, "a voucher that is void was taken");
        } catch {
            assertFalse(good, "a good voucher was refused");
            return _count("vouchers refused");
        }
        _minted(tokenId, to, terms.content);
        paid[terms.currency] += terms.price;
        fees[terms.currency] += terms.price * _collection.feeBps() / 10_000;
        _count("redemptions");
        if (_debt(terms.currency) > due) _count("debts");
    }

    function revoke(uint256 tokenId, uint256 size, bool all) external {
        (tokenId, size) = (tokenId % NUMBERS, 1 + size % 5);
        bool any = all;
        for (uint256 i = 0; i < size; ++i) any = any || !known[tokenId + i].minted;
        vm.prank(_collection.creator());
        (bool ok,) = address(_collection).call(
            all
                ? abi.encodeCall(Collection.revokeAllVouchers, ())
                : abi.encodeCall(Collection.revokeVouchers, (tokenId, size))
        );
        assertEq(ok, any);
        if (!ok) return;
        if (all) floorOfAll = _collection.voucherNonce();
        else for (uint256 i = 0; i < size; ++i) floors[tokenId + i] = _collection.voucherNonce();
        _count("revocations");
    }

    function transfer(uint256 tokenId, uint256 to) external {
        if (_mintedNumbers.length == 0) return;
        tokenId = _mintedNumbers[tokenId % _mintedNumbers.length];
        address from = known[tokenId].owner;
        if (from == address(0)) return;
        address receiver = actors[to % 4];
        vm.prank(from);
        if (to % 2 == 0) _collection.transferFrom(from, receiver, tokenId);
        else _collection.safeTransferFrom(from, receiver, tokenId);
        known[tokenId].owner = receiver;
        ++known[tokenId].transfers;
        _count("transfers");
    }

    function burn(uint256 tokenId, uint256 seldom) external {
        if (seldom % 3 != 0 || _mintedNumbers.length == 0) return;
        tokenId = _mintedNumbers[tokenId % _mintedNumbers.length];
        if (known[tokenId].owner == address(0)) return;
        vm.prank(known[tokenId].owner);
        _collection.burn(tokenId);
        delete known[tokenId].owner;
        ++known[tokenId].transfers;
        ++burns;
    }

    /// @dev An account calls a function without the permission for it.
    function meddle(uint256 tokenId, uint256 who, uint256 what) external {
        tokenId %= NUMBERS;
        address actor = who % 5 == 4 ? _admin : actors[who % 4];
        bytes[6] memory calls = [
            abi.encodeCall(Collection.safeMint, (actor, tokenId, CONTENT)),
            abi.encodeCall(_collection.transferFrom, (known[tokenId].owner, actor, tokenId)),
            abi.encodeCall(Collection.burn, (tokenId)),
            abi.encodeCall(Collection.revokeAllVouchers, ()),
            abi.encodeCall(Collection.acceptCreator, ()),
            abi.encodeCall(Settlement.withdraw, (currencies[what % 2], actor))
        ];
        if (actor == known[tokenId].owner) return;
        vm.prank(actor);
        (bool ok,) = address(_collection).call(calls[what % 6]);
        assertFalse(ok, "somebody without a right had a way");
        _count("meddlers refused");
    }

    function handOver(uint256 to, uint256 seldom) external {
        if (seldom % 4 != 0) return;
        address next = creators[to % 3];
        vm.prank(_collection.creator());
        _collection.transferCreator(next);
        vm.prank(next);
        _collection.acceptCreator();
        floorOfAll = _collection.voucherNonce();
        lowestFee = _collection.feeBps();
        (uint256 feeBps,) = _platform.getPlatformFees(next);
        assertEq(lowestFee, feeBps);
        _count("hand-overs");
    }

    function wait(uint256 time) external {
        vm.warp(block.timestamp + bound(time, 1, 3 days));
    }

    /// @dev The issuer of the token blacklists the creator or a treasury, or ends this. The wallet starts or stops refusing native coin.
    function misbehave(uint256 who, bool listed) external {
        address target = who % 2 == 0 ? treasuries[who / 2 % 2] : _collection.creator();
        vm.prank(_issuer);
        if (listed) _usdc.blacklist(target);
        else _usdc.unBlacklist(target);
        HostileHolder(payable(creators[2])).onMoney(listed ? HostileHolder.Part.Reverts : HostileHolder.Part.Accepts);
    }

    function withdraw(uint256 who, uint256 currency) external {
        address creditor = creators[who % 3];
        address paidIn = currencies[currency % 2];
        uint256 amount = _collection.owed(paidIn, creditor);
        if (amount == 0) return;
        vm.prank(creditor);
        assertEq(_collection.withdraw(paidIn, elsewhere), amount);
        _count("withdrawals");
    }

    function withdrawFees(uint256 currency) external {
        address paidIn = currencies[currency % 2];
        uint256 amount = _collection.owedFees(paidIn);
        address to = _platform.treasuryAddress();
        bool can = amount != 0 && !(paidIn == address(_usdc) && _usdc.isBlacklisted(to));
        (bool ok,) = address(_collection).call(abi.encodeCall(Collection.withdrawFees, (paidIn)));
        assertEq(ok, can);
        if (ok) _count("fees withdrawn");
    }

    function administer(uint256 what, uint256 feeBps) external {
        vm.startPrank(_platform.owner());
        if (what % 4 == 0) _platform.setDefaultFees(feeBps % 2001);
        if (what % 4 == 1) _platform.setCustomFees(creators[what % 3], feeBps % 2001);
        if (what % 4 == 2) _platform.removeCustomFees(creators[what % 3]);
        if (what % 4 == 3) _platform.setTreasury(treasuries[feeBps % 2]);
        vm.stopPrank();
        (bool lowered,) = address(_collection).call(abi.encodeCall(Collection.lowerFee, ()));
        if (lowered) _count("fees lowered");
        assertEq(lowered, _collection.feeBps() < lowestFee);
        assertLe(_collection.feeBps(), lowestFee, "a fee rose");
        lowestFee = _collection.feeBps();
    }

    function debtOf(address currency) external view returns (uint256) {
        return _debt(currency);
    }

    /// @dev The sum of a currency in all accounts that are paid: creators, treasuries and `elsewhere`.
    function heldByPayees(address currency) external view returns (uint256 sum) {
        sum = _balance(currency, elsewhere) + _balance(currency, treasuries[0]) + _balance(currency, treasuries[1]);
        for (uint256 i = 0; i < 3; ++i) sum += _balance(currency, creators[i]);
    }

    function _debt(address currency) private view returns (uint256 sum) {
        sum = _collection.owedFees(currency);
        for (uint256 i = 0; i < 3; ++i) sum += _collection.owed(currency, creators[i]);
    }

    function _minted(uint256 tokenId, address owner, bytes32 content) private {
        assertFalse(known[tokenId].minted, "a number was used twice");
        known[tokenId] = Known(owner, true, content, 1);
        _mintedNumbers.push(tokenId);
        ++mints;
    }

    function _sign(Collection.Voucher memory terms) private view returns (bytes memory) {
        (, string memory name, string memory version, uint256 chainId, address where,,) = _collection.eip712Domain();
        bytes32 domain = keccak256(
            abi.encode(
                keccak256("EIP712Domain(string name,string version,uint256 chainId,address verifyingContract)"),
                keccak256(bytes(name)),
                keccak256(bytes(version)),
                chainId,
                where
            )
        );
        bytes32 message = keccak256(abi.encode(_collection.VOUCHER_TYPEHASH(), terms));
        uint256 key = _keys[_collection.creator() == creators[0] ? 0 : 1];
        (uint8 v, bytes32 r, bytes32 s) = vm.sign(key, keccak256(abi.encodePacked(hex"1901", domain, message)));
        return abi.encodePacked(r, s, v);
    }

    function _balance(address currency, address who) private view returns (uint256) {
        return currency == address(0) ? who.balance : IERC20(currency).balanceOf(who);
    }

    function _count(string memory what) private {
        ++count[what];
    }
}
