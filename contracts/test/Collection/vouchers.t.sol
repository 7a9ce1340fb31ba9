// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Collection} from "../../src/Collection.sol";
import {HostileHolder} from "../mocks/HostileHolder.sol";
import {CollectionBase} from "./CollectionBase.sol";

/// @dev Whose signature is valid, for what, and where.
contract VouchersTest is CollectionBase {
    uint256 private constant ORDER = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141;

    function _refuse(Collection.Voucher memory voucher, bytes memory signature) private {
        vm.expectRevert(abi.encodeWithSelector(Collection.WrongSignature.selector, collection.creator()));
        _redeem(voucher, signature);
    }

    function test_hasTheExpectedDomain() public view {
        (bytes1 fields, string memory name, string memory version, uint256 chainId, address where, bytes32 salt, uint256[] memory more) =
            collection.eip712Domain();
        assertEq(fields, hex"0f");
        assertEq(name, "Collection");
        assertEq(version, "1");
        assertEq(chainId, block.chainid);
        assertEq(where, address(collection));
        assertEq(salt, 0);
        assertEq(more.length, 0);
    }

    function test_rejectsAForgedSignature() public {
        Collection.Voucher memory voucher = _voucher(NATIVE, 0);
        (, uint256 key) = makeAddrAndKey("stranger");
        _refuse(voucher, _sign(key, voucher, address(collection), block.chainid));
        // signatures of an admin, and of a token's owner who is the proposed creator, are rejected too
        (, key) = makeAddrAndKey("admin");
        _refuse(voucher, _sign(key, voucher, address(collection), block.chainid));
        (, key) = makeAddrAndKey("buyer");
        _mint(buyer, 1);
        _enableCreator(buyer);
        vm.prank(creator);
        collection.transferCreator(buyer);
        _refuse(voucher, _sign(key, voucher, address(collection), block.chainid));
    }

    function test_rejectsASignatureForAnotherChain() public {
        Collection.Voucher memory voucher = _voucher(NATIVE, 0);
        _refuse(voucher, _sign(creatorKey, voucher, address(collection), 1));
        bytes memory signature = _sign(voucher);
        uint256 here = block.chainid;
        vm.chainId(84532);
        _refuse(voucher, signature);
        vm.chainId(here);
        _redeem(voucher, signature);
    }

    function test_rejectsASignatureForAnotherCollection() public {
        Collection.Voucher memory voucher = _voucher(NATIVE, 0);
        Collection other = _newCollection(creator, "another");
        _refuse(voucher, _sign(creatorKey, voucher, address(other), block.chainid));
        _refuse(voucher, _sign(creatorKey, voucher, factory.IMPLEMENTATION(), block.chainid));
        bytes memory signature = _sign(voucher);
        _redeem(voucher, signature);
        vm.expectRevert(abi.encodeWithSelector(Collection.WrongSignature.selector, creator));
        other.redeem(voucher, ID, buyer, signature);
    }

    function testFuzz_rejectsOtherTerms(uint8 field, uint256 value) public {
        Collection.Voucher memory voucher = _voucher(NATIVE, 1 ether);
        bytes memory signature = _sign(voucher);
        field %= 7;
        if (field == 0) voucher.tokenId = value;
        if (field == 1) voucher.supply = bound(value, 2, type(uint256).max);
        if (field == 2) voucher.price = bound(value, 0, 1e30);
        if (field == 3) voucher.currency = value % 2 == 0 ? address(usdc) : address(usdt);
        if (field == 4) voucher.content = bytes32(value);
        if (field == 5) voucher.recipient = buyer;
        if (field == 6) voucher.deadline = bound(value, block.timestamp, type(uint256).max);
        vm.assume(keccak256(abi.encode(voucher)) != keccak256(abi.encode(_voucher(NATIVE, 1 ether))));
        _refuse(voucher, signature);
    }

    function test_rejectsAMalleableSignature() public {
        Collection.Voucher memory voucher = _voucher(NATIVE, 0);
        (uint8 v, bytes32 r, bytes32 s) = vm.sign(creatorKey, _digest(voucher, address(collection), block.chainid));
        _refuse(voucher, abi.encodePacked(r, bytes32(ORDER - uint256(s)), v == 27 ? uint8(28) : uint8(27)));
        _refuse(voucher, abi.encodePacked(r, s, v - 27));
        _refuse(voucher, abi.encodePacked(r, bytes32(uint256(s) | uint256(v - 27) << 255)));
    }

    function test_rejectsAMalformedSignature() public {
        Collection.Voucher memory voucher = _voucher(NATIVE, 0);
        bytes memory signature = _sign(voucher);
        bytes memory short = new bytes(64);
        for (uint256 i = 0; i < 64; ++i) short[i] = signature[i];
        _refuse(voucher, short);
        _refuse(voucher, "");
        _refuse(voucher, new bytes(65));
        _refuse(voucher, abi.encodePacked(signature, hex"00"));
        _refuse(voucher, abi.encodePacked(bytes32(0), bytes32(0), uint8(27)));
    }

    function testFuzz_rejectsAnyOtherBytes(bytes memory signature) public {
        Collection.Voucher memory voucher = _voucher(NATIVE, 0);
        vm.assume(keccak256(signature) != keccak256(_sign(voucher)));
        _refuse(voucher, signature);
    }

    // ---- Creators with code

    function _walletCollection() private returns (HostileHolder wallet) {
        wallet = new HostileHolder(creator);
        vm.prank(admin);
        platform.addCreator(address(wallet));
        collection = Collection(
            abi.decode(wallet.run(address(factory), 0, abi.encodeCall(factory.createCollection, (_terms(), SALT))), (address))
        );
        assertEq(collection.creator(), address(wallet));
    }

    function test_acceptsAWalletSignature() public {
        HostileHolder wallet = _walletCollection();
        Collection.Voucher memory voucher = _voucher(NATIVE, 1 ether);
        _redeem(voucher, _sign(voucher));
        assertEq(collection.ownerOf(ID), buyer);
        assertEq(address(wallet).balance, 0.9 ether);
    }

    function test_rejectsARevokedWalletSigner() public {
        HostileHolder wallet = _walletCollection();
        Collection.Voucher memory voucher = _voucher(NATIVE, 0);
        bytes memory signature = _sign(voucher);
        wallet.onSignatures(HostileHolder.Word.AnswersWrong);
        _refuse(voucher, signature);
        wallet.onSignatures(HostileHolder.Word.Owner);
        _redeem(voucher, signature);
    }

    function test_rejectsInvalidWalletAnswers() public {
        HostileHolder wallet = _walletCollection();
        Collection.Voucher memory voucher = _voucher(NATIVE, 0);
        bytes memory signature = _sign(voucher);
        HostileHolder.Word[4] memory words = [
            HostileHolder.Word.AnswersShort,
            HostileHolder.Word.AnswersNothing,
            HostileHolder.Word.Reverts,
            HostileHolder.Word.RevertsWithMegabyte
        ];
        for (uint256 i = 0; i < words.length; ++i) {
            wallet.onSignatures(words[i]);
            _refuse(voucher, signature);
        }
    }

    /// @dev The key of an address is not accepted once the address has code.
    function test_asksTheCodeOfACreatorInsteadOfItsKey() public {
        vm.etch(creator, address(new HostileHolder(stranger)).code);
        Collection.Voucher memory voucher = _voucher(NATIVE, 0);
        _refuse(voucher, _sign(voucher));
        (, uint256 key) = makeAddrAndKey("stranger");
        _redeem(voucher, _sign(key, voucher, address(collection), block.chainid));
    }

    /// @dev Two wallets have the same owner. The digest contains no wallet, but it contains the collection, which has only one creator.
    function test_separatesTwoWalletsOfOneOwner() public {
        _walletCollection();
        Collection first = collection;
        HostileHolder second = new HostileHolder(creator);
        vm.prank(admin);
        platform.addCreator(address(second));
        Collection other = Collection(
            abi.decode(second.run(address(factory), 0, abi.encodeCall(factory.createCollection, (_terms(), SALT))), (address))
        );
        Collection.Voucher memory voucher = _voucher(NATIVE, 0);
        bytes memory signature = _sign(creatorKey, voucher, address(first), block.chainid);
        vm.expectRevert(abi.encodeWithSelector(Collection.WrongSignature.selector, second));
        other.redeem(voucher, ID, buyer, signature);
    }
}
